import GRDB

extension StudioStore {
    /// The tables of all parts; each part registers its own.
    static var migrator: DatabaseMigrator {
        let migrator = DatabaseMigrator()
        return migrator
    }
}
