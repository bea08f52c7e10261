import Foundation
import GRDB

/// The rooms on disk.
struct CallRoomStore: Sendable {
    let database: DatabaseQueue
    /// The maximum number of rooms without an owner.
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

    /// Adds the columns for closed rooms, the site role and revoked members.
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

    /// Time after which an empty room without an owner is deleted if space is needed, seconds.
    private static let openRoomMemory: TimeInterval = 86_400

    /// A unique member identifier that cannot be guessed.
    static func newMember() -> String { RandomText.hexadecimal(bytes: 10) }

    /// The room with a name; created if there is none and everyone may open rooms.
    ///
    /// - Throws: `StudioError` 404 if there is none or the owner closed it, 429 if too many rooms without an owner are
    ///   open.
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

    /// Stores a room, and replaces a closed one with its name; returns false if a room with its name is open.
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

    /// Closes a room: its tokens become void, and only the owner may use its name again.
    func close(_ name: CallRoomName) async throws {
        _ = try await update(name) { room in
            room.renewEpoch()
            room.closedAt = Date()
        }
    }

    /// Deletes a room without an owner.
    func forget(_ name: CallRoomName) async throws {
        _ = try await database.write { database in
            try CallRoom.filter(key: name.text).filter(Column("isOwned") == false && Column("closedAt") == nil)
                .deleteAll(database)
        }
    }

    // MARK: - Tokens

    /// Throws `StudioError` 401 if a token's room has been closed or reopened since, or its member was removed.
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

    /// Makes all tokens of a member void, and releases their site role.
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

    /// Gives a room's site role to a member; returns false if another member has it.
    ///
    /// A member keeps the role while present, and for `keptFor` seconds after last showing their token.
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
                // Another member may have taken it while the presence was checked.
                guard current == holder, (room.siteSeenAt ?? .distantPast) + seconds <= now else { return false }
            }
            room.siteMember = member
            room.siteSeenAt = now
            try room.update(database)
            return true
        }
    }

    /// Releases a member's site role.
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
