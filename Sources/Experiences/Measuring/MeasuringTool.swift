/// What is measured.
public enum MeasuringTool: Int32, Equatable, Sendable, CaseIterable {
    /// From one point to another.
    case distance = 0
    /// Along a chain of points.
    case chain = 1
    /// The area inside a closed chain.
    case area = 2
    /// How high a point is above the first, along the plane's normal.
    case height = 3
    /// The angle at the second of three points.
    case angle = 4
    /// The volume of a box: along one edge, across, up.
    case volume = 5

    /// How many points end a measurement of this kind by themselves; nil if a person ends it.
    public var pointCount: Int? {
        switch self {
        case .distance, .height: 2
        case .angle: 3
        case .volume: 4
        case .chain, .area: nil
        }
    }

    /// Which point is set above the one before it, not on a surface of its own; nil if none is.
    var raisedIndex: Int? {
        switch self {
        case .height: 1
        case .volume: 3
        case .distance, .chain, .area, .angle: nil
        }
    }

    /// The kind's name in exports.
    public var name: StaticString {
        switch self {
        case .distance: "distance"
        case .chain: "chain"
        case .area: "area"
        case .height: "height"
        case .angle: "angle"
        case .volume: "volume"
        }
    }
}
