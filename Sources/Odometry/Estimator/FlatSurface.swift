import Geometry

/// A flat surface that does not move, with the features on it, as a caller of the odometry has found it.
public struct FlatSurface: Equatable, Sendable {
    /// How a surface lies against gravity.
    public enum Alignment: Equatable, Sendable {
        /// Its normal points up or down.
        case level
        /// Its normal is level.
        case upright
    }

    /// Stays the same as long as the surface is known.
    public var identifier: Int32
    /// How it lies against gravity.
    public var alignment: Alignment
    /// Where it is in the odometry's world, about.
    public var plane: Plane
    /// The identifiers of the features on it.
    public var features: [Int32]

    /// A surface of its parts.
    public init(identifier: Int32, alignment: Alignment, plane: Plane, features: [Int32]) {
        self.identifier = identifier
        self.alignment = alignment
        self.plane = plane
        self.features = features
    }
}
