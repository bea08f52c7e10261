import Foundation
import GRDB

/// The studio's database, SQLite in one file; every part keeps its own tables in it.
struct StudioStore: Sendable {
    /// The queue of all reads and writes.
    let database: DatabaseQueue

    /// The database in a folder, migrated to this version.
    init(folder: DataFolder) throws {
        let path = folder.url.appending(path: "studio.sqlite").path
        try folder.makePrivate(path)
        try self.init(database: DatabaseQueue(path: path))
    }

    /// A database in memory.
    static func inMemory() throws -> StudioStore { try StudioStore(database: DatabaseQueue()) }

    private init(database: DatabaseQueue) throws {
        self.database = database
        try Self.migrator.migrate(database)
    }

    /// The tables of all parts; each part registers its own.
    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        ReadingArchive.migrate(&migrator)
        CallRoomStore.migrate(&migrator)
        CallRoomStore.migrateAccess(&migrator)
        RoomSettings.migrate(&migrator)
        BillboardStore.migrate(&migrator)
        DrawingStore.migrate(&migrator)
        BeaconStore.migrate(&migrator)
        NoticeStore.migrate(&migrator)
        OwnerSessions.migrate(&migrator)
        PhoneStore.migrate(&migrator)
        return migrator
    }
}
