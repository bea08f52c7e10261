/// The kind of an annotation.
public enum AnnotationKind: Int32, Equatable, Sendable, CaseIterable {
    /// A freehand line.
    case stroke = 0
    /// From its tail to its head.
    case arrow = 1
    /// A circle around an object.
    case circle = 2
    /// A text at a point.
    case text = 3
    /// A number at a point; the next marker's number is one higher.
    case marker = 4
    /// A spot that fades out.
    case laser = 5
    /// A length, or another quantity of `MeasuringTool`, between points that are each on a surface.
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
