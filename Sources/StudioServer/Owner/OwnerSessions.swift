import Crypto
import Foundation
import GRDB
import NIOConcurrencyHelpers

/// The signed-in browsers of the owner, in the database, and in memory for fast checks.
final class OwnerSessions: Sendable {
    /// The maximum number of signed-in browsers; a new one replaces the oldest.
    private static let most = 50

    private let database: DatabaseQueue
    private let sessions: NIOLockedValueBox<[String: OwnerSession]>

    /// The sessions in a database.
    init(database: DatabaseQueue) throws {
        self.database = database
        let stored = try database.read { try OwnerSession.fetchAll($0) }
        sessions = NIOLockedValueBox(Dictionary(stored.map { ($0.digest, $0) }) { first, _ in first })
    }

    /// The table.
    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("owner-sessions-1") { database in
            try database.create(table: OwnerSession.databaseTableName) { table in
                table.primaryKey("digest", .text)
                table.column("device", .text).notNull()
                table.column("createdAt", .datetime).notNull()
            }
        }
    }

    /// Signs a browser in; returns its cookie's value.
    func begin(device: String, at now: Date = Date()) async throws -> String {
        let secret = RandomText.hexadecimal(bytes: 32)
        let session = OwnerSession(digest: Self.digest(secret), device: String(device.prefix(200)), createdAt: now)
        let kept = all(at: now)
        let oldest = kept.dropFirst(Self.most - 1).map(\.digest)
        try await database.write { database in
            try OwnerSession.filter(Column("createdAt") < now - OwnerSession.lifetime).deleteAll(database)
            try OwnerSession.deleteAll(database, keys: oldest)
            try session.insert(database)
        }
        sessions.withLockedValue { sessions in
            for digest in oldest { sessions[digest] = nil }
            sessions[session.digest] = session
        }
        return secret
    }

    /// The session of a cookie's value; nil if there is none or it has expired.
    func find(_ secret: String, at now: Date = Date()) -> OwnerSession? {
        let session = sessions.withLockedValue { $0[Self.digest(secret)] }
        return session.flatMap { $0.expiresAt > now ? $0 : nil }
    }

    /// All valid sessions, the newest first.
    func all(at now: Date = Date()) -> [OwnerSession] {
        sessions.withLockedValue { $0.values.filter { $0.expiresAt > now } }.sorted { $0.createdAt > $1.createdAt }
    }

    /// Ends matching sessions; returns their number.
    func end(where fits: @Sendable (OwnerSession) -> Bool) async throws -> Int {
        let ended = sessions.withLockedValue { sessions in
            let ended = sessions.values.filter(fits).map(\.digest)
            for digest in ended { sessions[digest] = nil }
            return ended
        }
        try await database.write { _ = try OwnerSession.deleteAll($0, keys: ended) }
        return ended.count
    }

    private static func digest(_ secret: String) -> String { SHA256.hash(data: Array(secret.utf8)).hexadecimal }
}
