import GRDB
import Proximity

/// How positions are found in the venue, and who may look; with the plan of the floor nearest to the ground, for clients
/// that know one floor.
struct PlanSetting: Codable, Sendable {
    /// Along x, m; 0 if there is no plan yet.
    var width: Double
    /// Along y, m.
    var depth: Double
    var walls: [WallSetting]
    /// `particles` or `leastSquares`.
    var method: String?
    /// Whether others than the owner see who is near.
    var isPublic: Bool?
    /// What a signal loses in the first ceiling, dB.
    var ceilingLoss: Double?
    /// Two points that tie the plan to the earth, or none; nil in a body leaves them as they are.
    var earth: [EarthPoint]?

    /// The setting before anything is configured.
    static let none = PlanSetting(
        width: 0,
        depth: 0,
        walls: [],
        method: "particles",
        isPublic: false,
        ceilingLoss: CeilingLoss().first
    )

    /// The same with what is left out filled in.
    func checked() throws -> Self {
        var checked = self
        checked.method = try checkedMethod()
        checked.isPublic = isPublic ?? false
        for (field, value) in [("width", width), ("depth", depth)] where value != 0 && !(1...1000).contains(value) {
            throw BeaconError.invalid(field, "1 to 1000 m")
        }
        try WallSetting.check(walls)
        if let ceilingLoss, !(0...60).contains(ceilingLoss) { throw BeaconError.invalid("ceilingLoss", "0 to 60 dB") }
        try EarthPoint.check(earth ?? [])
        return checked
    }

    private func checkedMethod() throws -> String {
        guard let method = PositionMethod(rawValue: method ?? "particles") else {
            throw BeaconError.invalid("method", "particles or leastSquares")
        }
        return method.rawValue
    }

    /// The radio's parameters in the tracker's form.
    var radio: VenueRadio {
        var radio = VenueRadio()
        radio.ceilings.first = ceilingLoss ?? radio.ceilings.first
        return radio
    }
}
