/// What a hit test looks for.
public struct HitTestTypes: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// A set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The landmark nearest to the ray.
    public static let featurePoint = HitTestTypes(rawValue: 1)
    /// A level plane guessed from the landmarks around the ray, where none is found yet.
    public static let estimatedHorizontalPlane = HitTestTypes(rawValue: 2)
    /// An upright plane guessed from the landmarks around the ray, where none is found yet.
    public static let estimatedVerticalPlane = HitTestTypes(rawValue: 4)
    /// A found plane, without end.
    public static let existingPlane = HitTestTypes(rawValue: 8)
    /// A found plane, inside its outline.
    public static let existingPlaneUsingExtent = HitTestTypes(rawValue: 16)
    /// A point a guessed distance away, for use before anything is known; marked as such in the result.
    public static let instantPlacement = HitTestTypes(rawValue: 32)
    /// Every type that stands on something seen.
    public static let all: HitTestTypes = [
        .featurePoint, .estimatedHorizontalPlane, .estimatedVerticalPlane, .existingPlane, .existingPlaneUsingExtent,
    ]
}

extension HitTestTypes {
    /// How little a single type is to be trusted beside the others, 0 for the most.
    var rank: Int {
        let order: [HitTestTypes] = [
            .existingPlaneUsingExtent, .estimatedHorizontalPlane, .estimatedVerticalPlane, .featurePoint,
            .existingPlane, .instantPlacement,
        ]
        return order.firstIndex(of: self) ?? order.count
    }

    /// The name of a single type; of a set, that of its first.
    public var name: String {
        let names: [(HitTestTypes, StaticString)] = [
            (.featurePoint, "featurePoint"),
            (.estimatedHorizontalPlane, "estimatedHorizontalPlane"),
            (.estimatedVerticalPlane, "estimatedVerticalPlane"),
            (.existingPlane, "existingPlane"),
            (.existingPlaneUsingExtent, "existingPlaneUsingExtent"),
            (.instantPlacement, "instantPlacement"),
        ]
        for (type, name) in names where contains(type) { return name.description }
        return "none"
    }
}
