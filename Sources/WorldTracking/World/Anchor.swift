import Geometry
import Surfaces

/// The axes of an anchor.
public enum AnchorSpace: Space {}

/// A pose in the world that is kept: where something virtual stands, or where something real was found.
public struct Anchor: Equatable, Sendable {
    /// What an anchor represents.
    public enum Kind: Equatable, Sendable {
        /// A pose that a user chose.
        case place
        /// A surface that was found.
        case plane(PlaneAnchor)
    }

    /// Stays the same as long as the anchor lives.
    public let identifier: Int32
    /// From the anchor's axes to the world.
    public var worldFromAnchor: RigidTransform<WorldSpace, AnchorSpace>
    /// What it represents.
    public var kind: Kind
    /// The identifier of the plane on which a user's anchor was set, so that it moves with the plane.
    public var planeIdentifier: Int32?

    /// The surface that it represents, if any.
    public var plane: PlaneAnchor? {
        if case .plane(let plane) = kind { plane } else { nil }
    }

    /// The plane through the anchor, with the anchor's +Y as normal.
    package var surface: Plane {
        Plane(normal: worldFromAnchor.rotation * Vector3(0, 1, 0), through: worldFromAnchor.translation)
    }
}

/// A surface, in the axes of its anchor: +Y along the normal, X and Z along the sides.
public struct PlaneAnchor: Equatable, Sendable {
    /// The plane's identifier among the surfaces.
    public var planeIdentifier: Int32
    /// How it lies against gravity.
    public var alignment: PlaneAlignment
    /// The middle in the anchor's axes, metres; the anchor itself stays where the plane was first found.
    public var center: Vector3
    /// The lengths along X and Z, metres.
    public var extent: Vector2
    /// The convex outline in the anchor's X and Z, metres.
    public var boundary: [Vector2]
    /// The standard deviation of the plane's position along its normal, metres.
    public var offsetSigma: Double
    /// The standard deviation of the normal's direction, radians: how far the plane may be tilted about its middle.
    public var normalSigma: Double
    /// How far poses may have drifted along the normal between the plane's landmarks and the frame, one standard
    /// deviation, metres; 0 outside of frames.
    public var driftSigma = 0.0

    /// A plane as the anchor at a point of it sees it.
    init(_ plane: DetectedPlane, anchorOrigin: Vector3) {
        let shift = plane.worldFromPlane.rotation.inverse * (plane.center - anchorOrigin)
        planeIdentifier = plane.identifier
        alignment = plane.alignment
        center = shift
        extent = plane.extent
        boundary = plane.boundary.map { $0 + Vector2(shift.x, shift.z) }
        offsetSigma = plane.offsetSigma
        normalSigma = plane.normalSigma
    }
}
