import GRDB

extension StudioStore {
    /// The tables of all parts; each part registers its own.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        ReadingArchive.migrate(&migrator)
        CallRoomStore.migrate(&migrator)
        CallRoomStore.migrateAccess(&migrator)
        RoomSettings.migrate(&migrator)
        BillboardStore.migrate(&migrator)
        DrawingShelf.migrate(&migrator)
        BeaconStore.migrate(&migrator)
        OwnerSessions.migrate(&migrator)
        return migrator
    }
}
