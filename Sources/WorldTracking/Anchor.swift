import Geometry
import Surfaces

/// The axes of an anchor.
public enum AnchorSpace: Space {}

/// A place in the world that is kept: where something virtual stands, or where something real was found.
public struct Anchor: Equatable, Sendable {
    /// What an anchor stands for.
    public enum Kind: Equatable, Sendable {
        /// A place that a user chose.
        case place
        /// A surface that was found.
        case plane(PlaneAnchor)
    }

    /// Stays the same as long as the anchor lives.
    public let identifier: Int32
    /// Where it is.
    public var worldFromAnchor: RigidTransform<WorldSpace, AnchorSpace>
    /// What it stands for.
    public var kind: Kind
    /// The plane's identifier on which a place was set, so that it moves with the plane.
    public var planeIdentifier: Int32?

    /// The surface it stands for, if it does.
    public var plane: PlaneAnchor? {
        if case .plane(let plane) = kind { plane } else { nil }
    }
}
