import Foundation
import GRDB

/// The picture under a floor's plan: its edges are the plan's.
struct PlanPicture: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "beaconPlanPicture"
    /// The most bytes of a picture.
    static let largest = 8 << 20

    private var id: Int64?
    /// The floor's name in addresses.
    var floor: String?
    /// Another one for each picture, so that browsers may keep it.
    let name: String
    /// The type it is served as.
    let mediaType: String
    let bytes: Data

    /// The address of a picture.
    static func address(of name: String) -> String { "/api/beacons/plan/picture?name=\(name)" }

    /// A picture from what a browser sent: PNG, JPEG or WebP by its content.
    ///
    /// Throws a `StudioError` with the reason of a refusal.
    init(_ bytes: Data) throws {
        let check = try UploadCheck(bytes)
        guard check.kind.itemKind == .picture else { throw BeaconError.noPicture }
        name = RandomText.hexadecimal(bytes: 8)
        mediaType = check.kind.mediaType
        self.bytes = bytes
    }
}
