/// What a person draws into the other's world.
public enum AnnotationKind: Int32, Equatable, Sendable, CaseIterable {
    /// A line that follows the finger.
    case stroke = 0
    /// From its tail to its head.
    case arrow = 1
    /// Round a thing.
    case circle = 2
    /// Words at a point.
    case text = 3
    /// A number at a point; the next one is one more.
    case marker = 4
    /// A spot that fades by itself.
    case laser = 5
    /// A length, or what else a `MeasuringTool` measures, between points, each on the surface under it.
    case length = 6

    /// The name in messages and files.
    public var name: String {
        switch self {
        case .stroke: "stroke"
        case .arrow: "arrow"
        case .circle: "circle"
        case .text: "text"
        case .marker: "marker"
        case .laser: "laser"
        case .length: "length"
        }
    }
}
