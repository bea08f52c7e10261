import GRDB

/// One line of the history: a region or zone was entered or left, or became known or unknown.
struct Crossing: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "beaconCrossing"

    var id: Int64?
    /// Milliseconds since 1970.
    var time: Int64
    /// The region's or zone's name in addresses.
    var place: String
    /// Its name for persons, as it was then.
    var name: String
    /// `enter`, `exit`, `determined` or `failed`.
    var event: String
    /// Who, as key or as the receiver's name in addresses; nil if all are gone.
    var who: String?
    /// The name of who, as it was then.
    var whoName: String?
    /// The receiver that noticed.
    var receiver: String?
    /// The floor's name in addresses, and for persons as it was then: of the zone, or of the receiver that noticed; nil if
    /// the venue has one floor.
    var floor: String?
    var floorName: String?
    /// `inside` or `outside` where it was determined; why where it failed.
    var detail: String?

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
