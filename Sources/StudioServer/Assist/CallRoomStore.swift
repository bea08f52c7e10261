import Foundation
import GRDB

/// The rooms on disk.
struct CallRoomStore: Sendable {
    let database: DatabaseQueue
    /// How many rooms there may be that nobody owns.
    var mostOpenRooms = StudioLimits().openRooms

    /// The tables of rooms, records and webhooks.
    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("assist-1") { database in
            try database.create(table: CallRoom.databaseTableName) { table in
                table.primaryKey("name", .text)
                table.column("access", .text).notNull()
                table.column("hasWaitingRoom", .boolean).notNull()
                table.column("retentionDays", .integer).notNull()
                table.column("createdAt", .datetime).notNull()
            }
            try database.create(table: SessionRecord.databaseTableName) { table in
                table.primaryKey("id", .text)
                table.column("room", .text).notNull().indexed()
                table.column("people", .text).notNull()
                table.column("key", .text).notNull()
                table.column("startedAt", .datetime).notNull()
                table.column("endedAt", .datetime)
                table.column("expiresAt", .datetime).notNull()
            }
            try database.create(table: CallWebhook.databaseTableName) { table in
                table.primaryKey("id", .text)
                table.column("url", .text).notNull()
                table.column("secret", .text).notNull()
            }
        }
    }

    /// What tells closed rooms, taken sites and revoked members apart.
    static func migrateAccess(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("assist-2") { database in
            try database.alter(table: CallRoom.databaseTableName) { table in
                table.add(column: "isOwned", .boolean).notNull().defaults(to: false)
                table.add(column: "epoch", .integer).notNull().defaults(to: 0)
                table.add(column: "closedAt", .datetime)
                table.add(column: "siteMember", .text)
                table.add(column: "siteSeenAt", .datetime)
            }
            try database.execute(sql: "UPDATE callRoom SET isOwned = (access = 'token')")
            try database.create(table: "revokedMember") { table in
                table.primaryKey("member", .text)
                table.column("until", .datetime).notNull()
            }
        }
    }

    /// A room that nobody owns, and that nobody is in, is forgotten after this long when space is needed, seconds.
    private static let openRoomMemory: TimeInterval = 86_400

    /// A number that nobody else has and nobody can guess.
    static func newMember() -> String { RandomText.hexadecimal(bytes: 10) }

    /// The room of a name; made if there is none and anybody may make one.
    ///
    /// - Throws: `StudioError` 404 if there is none or the owner closed it, 429 if strangers have opened too many.
    func find(_ name: CallRoomName, orOpen mayOpen: Bool) async throws -> CallRoom {
        try await database.write { database in
            if let room = try CallRoom.fetchOne(database, key: name.text) {
                guard room.closedAt == nil else { throw Self.unknown }
                return room
            }
            guard mayOpen else { throw Self.unknown }
            try checkOpenRooms(database, at: Date())
            let room = CallRoom.open(name, at: Date())
            try room.insert(database)
            return room
        }
    }

    private func checkOpenRooms(_ database: Database, at now: Date) throws {
        let open = CallRoom.filter(Column("isOwned") == false && Column("closedAt") == nil)
        guard try open.fetchCount(database) >= mostOpenRooms else { return }
        let limit = now - Self.openRoomMemory
        try open.filter(Column("createdAt") < limit)
            .filter(Column("siteSeenAt") == nil || Column("siteSeenAt") < limit).deleteAll(database)
        guard try open.fetchCount(database) < mostOpenRooms else {
            throw StudioError(
                .tooManyRequests,
                code: "too_many_rooms",
                "Too many rooms are open; try again later.",
                retryAfter: 600
            )
        }
    }

    /// All rooms that are not closed, by name.
    func all() async throws -> [CallRoom] {
        try await database.read {
            try CallRoom.filter(Column("closedAt") == nil).order(Column("name")).fetchAll($0)
        }
    }

    /// Stores a room, also in the place of a closed one of its name; false if there is an open one of its name.
    func add(_ room: CallRoom) async throws -> Bool {
        try await database.write { database in
            if let old = try CallRoom.fetchOne(database, key: room.name), old.closedAt == nil { return false }
            try room.save(database)
            return true
        }
    }

    /// Changes a room; throws `StudioError` 404 if there is none of this name.
    func update(
        _ name: CallRoomName,
        _ change: @escaping @Sendable (inout CallRoom) throws -> Void
    ) async throws
        -> CallRoom
    {
        try await database.write { database in
            guard var room = try CallRoom.fetchOne(database, key: name.text), room.closedAt == nil else {
                throw Self.unknown
            }
            try change(&room)
            try room.update(database)
            return room
        }
    }

    /// Closes a room: its tokens are void, and only the owner may use its name again.
    func close(_ name: CallRoomName) async throws {
        _ = try await update(name) { room in
            room.renewEpoch()
            room.closedAt = Date()
        }
    }

    /// Forgets a room that nobody owns.
    func forget(_ name: CallRoomName) async throws {
        _ = try await database.write { database in
            try CallRoom.filter(key: name.text).filter(Column("isOwned") == false && Column("closedAt") == nil)
                .deleteAll(database)
        }
    }

    // MARK: - Tokens

    /// Throws `StudioError` 401 if a token's room was closed or opened anew since, or its member was sent away.
    func checkStanding(of token: AccessToken, at now: Date = Date()) async throws {
        let isGood = try await database.read { database in
            guard let room = try CallRoom.fetchOne(database, key: token.room), room.closedAt == nil,
                room.epoch == token.epoch
            else { return false }
            guard let member = token.sub else { return true }
            let sql = "SELECT COUNT(*) FROM revokedMember WHERE member = ?"
            return try Int.fetchOne(database, sql: sql, arguments: [member]) == 0
        }
        guard isGood else {
            throw StudioError(.unauthorized, code: "pass_revoked", "This pass has been taken back.")
        }
    }

    /// Makes all tokens of a member void, and frees the site that they have.
    func revoke(_ member: String, in name: CallRoomName, at now: Date = Date()) async throws {
        try await leaveSite(of: name, member)
        try await database.write { database in
            try database.execute(sql: "DELETE FROM revokedMember WHERE until < ?", arguments: [now])
            try database.execute(
                sql: "INSERT OR REPLACE INTO revokedMember (member, until) VALUES (?, ?)",
                arguments: [member, now + AccessTokenSigner.waitingSeconds]
            )
        }
    }

    // MARK: - The site

    /// Takes a room's site for a member; false if another has it.
    ///
    /// Who has the site keeps it while they are present, and for `keptFor` seconds after they last showed their token.
    func takeSite(
        of name: CallRoomName,
        for member: String,
        keptFor seconds: TimeInterval = AccessTokenSigner.insideSeconds,
        at now: Date = Date(),
        isPresent: @Sendable (String) async -> Bool
    ) async throws -> Bool {
        let holder = try await find(name, orOpen: false).siteMember
        if let holder, holder != member, await isPresent(holder) { return false }
        return try await database.write { database in
            guard var room = try CallRoom.fetchOne(database, key: name.text) else { return false }
            if let current = room.siteMember, current != member {
                // Someone else may have come while the presence was asked for.
                guard current == holder, (room.siteSeenAt ?? .distantPast) + seconds <= now else { return false }
            }
            room.siteMember = member
            room.siteSeenAt = now
            try room.update(database)
            return true
        }
    }

    /// A member releases a room's site.
    func leaveSite(of name: CallRoomName, _ member: String) async throws {
        try await database.write { database in
            try database.execute(
                sql: "UPDATE callRoom SET siteMember = NULL, siteSeenAt = NULL WHERE name = ? AND siteMember = ?",
                arguments: [name.text, member]
            )
        }
    }

    static var unknown: StudioError { StudioError(.notFound, code: "unknown_room", "There is no room of this name.") }
}
