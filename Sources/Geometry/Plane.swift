/// An infinite plane: the points p with dot(normal, p) = offset.
public struct Plane: Equatable, Sendable {
    /// The unit normal.
    public var normal: Vector3
    /// The distance of the plane from the origin along the normal, metres.
    public var offset: Double

    /// A plane from its normal, of any length but zero, and its offset along the unit normal, metres.
    public init(normal: Vector3, offset: Double) {
        self.normal = normal.normalized
        self.offset = offset
    }

    /// A plane through a point.
    public init(normal: Vector3, through point: Vector3) {
        self.init(normal: normal, offset: dot(normal.normalized, point))
    }

    /// The distance from the plane to a point, metres; positive on the normal's side.
    public func signedDistance(to point: Vector3) -> Double { dot(normal, point) - offset }

    /// The nearest point of the plane.
    public func projection(of point: Vector3) -> Vector3 { point - normal * signedDistance(to: point) }
}
