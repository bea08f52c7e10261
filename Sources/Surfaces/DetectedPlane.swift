import Geometry

/// The axes of a plane: origin at its centre, +Y along the normal, X along the longer side.
public enum PlaneSpace: Space {}

/// A surface found among the landmarks.
public struct DetectedPlane: Equatable, Sendable {
    /// Stays the same as long as the plane lives.
    public private(set) var identifier: Int32
    /// How it lies against gravity.
    public let alignment: PlaneAlignment
    /// When it was first seen, nanoseconds.
    public let firstSeenNanoseconds: Int64
    /// The infinite plane in the world.
    public var plane: Plane
    /// From the plane's axes to the world.
    public var worldFromPlane: RigidTransform<WorldSpace, PlaneSpace>
    /// Length along X and along Z, metres.
    public var extent: Vector2
    /// The convex outline in the plane's X and Z, corners in order of a positive signed area, metres.
    public var boundary: [Vector2]
    /// How many landmarks lie on it.
    public var pointCount: Int
    /// The standard deviation of the plane's offset along the normal, metres.
    public var offsetSigma: Double
    /// The standard deviation of the normal's direction, radians; for level and upright planes gravity holds it.
    public var normalSigma: Double
    /// How far poses had drifted when its landmarks were last seen.
    public internal(set) var drift = DriftSpan()
    /// Since when it has had no landmarks; nil while it has some.
    var lostSinceNanoseconds: Int64?
    /// How well the world's scale was known when it was last fitted, as a fraction.
    var scaleSigma = 0.0
    /// What is known of its surface, cell by cell.
    public internal(set) var coverage: PlaneCoverage

    /// The same plane under an identifier.
    func named(_ identifier: Int32) -> DetectedPlane {
        var plane = self
        plane.identifier = identifier
        return plane
    }

    /// The middle of the extent in the world, metres.
    public var center: Vector3 { worldFromPlane.translation }
    /// The area of the outline, square metres.
    public var area: Double { Polygon.area(boundary) }

    /// A point of the world in the plane's X and Z, metres.
    public func local(_ pointInWorld: Vector3) -> Vector2 {
        let point = worldFromPlane.rotation.inverse * (pointInWorld - worldFromPlane.translation)
        return Vector2(point.x, point.z)
    }

    /// A point in the plane's X and Z, in the world, metres.
    public func world(_ local: Vector2) -> Vector3 { worldFromPlane * Vector3(local.x, 0, local.y) }

    /// Whether there is surface at a point of the plane: inside the outline, and not where pictures or landmarks say that there is none.
    public func hasSurface(at pointInWorld: Vector3) -> Bool {
        contains(pointInWorld) && coverage.isSurface(at: pointInWorld)
    }

    /// Whether landmarks were seen through the plane at a point of it.
    public func isSeenThrough(at pointInWorld: Vector3) -> Bool { coverage.isSeenThrough(at: pointInWorld) }

    /// Whether the outline holds a point of the plane, with a margin in metres.
    public func contains(_ pointInWorld: Vector3, margin: Double = 0) -> Bool {
        Polygon.distance(from: local(pointInWorld), to: boundary) <= margin
    }
}
