/// What a hit test may meet.
public struct HitTestTypes: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// A set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The landmark nearest to the ray.
    public static let featurePoint = HitTestTypes(rawValue: 1)
    /// A level plane guessed from the landmarks around the ray, until one is found there.
    public static let estimatedHorizontalPlane = HitTestTypes(rawValue: 2)
    /// An upright plane guessed from the landmarks around the ray, until one is found there.
    public static let estimatedVerticalPlane = HitTestTypes(rawValue: 4)
    /// A found plane, as if it had no outline.
    public static let existingPlane = HitTestTypes(rawValue: 8)
    /// A found plane, inside its outline.
    public static let existingPlaneUsingExtent = HitTestTypes(rawValue: 16)
    /// A point a guessed distance away, for use before anything is known; marked as such in the result.
    public static let instantPlacement = HitTestTypes(rawValue: 32)
    /// The surface of the last depth map; nothing while the session makes none.
    public static let depth = HitTestTypes(rawValue: 64)
    /// The surface of mesh anchors; nothing where hits are asked without a session's mesh.
    public static let mesh = HitTestTypes(rawValue: 128)
    /// Every type that stands on something seen.
    public static let all: HitTestTypes = [
        .featurePoint, .estimatedHorizontalPlane, .estimatedVerticalPlane, .existingPlane, .existingPlaneUsingExtent,
        .depth, .mesh,
    ]
}

extension HitTestTypes {
    /// The single types with their names, the most reliable first: a found plane, a depth map, a mesh, a guessed
    /// plane, a landmark, a plane beyond its outline.
    private static let byReliability: [(type: HitTestTypes, name: StaticString)] = [
        (.existingPlaneUsingExtent, "existingPlaneUsingExtent"),
        (.depth, "depth"),
        (.mesh, "mesh"),
        (.estimatedHorizontalPlane, "estimatedHorizontalPlane"),
        (.estimatedVerticalPlane, "estimatedVerticalPlane"),
        (.featurePoint, "featurePoint"),
        (.existingPlane, "existingPlane"),
        (.instantPlacement, "instantPlacement"),
    ]

    /// The rank of a single type by its reliability, 0 for the most reliable.
    var rank: Int { Self.byReliability.firstIndex { $0.type == self } ?? Self.byReliability.count }

    /// The name of a single type; of a set, that of its most reliable.
    public var name: String { Self.byReliability.first { contains($0.type) }?.name.description ?? "none" }
}
