/// A half line.
public struct Ray: Equatable, Sendable {
    /// The start, metres.
    public var origin: Vector3
    /// The direction, of length 1.
    public var direction: Vector3

    /// A ray from a point along a direction of any length but zero.
    public init(origin: Vector3, direction: Vector3) {
        self.origin = origin
        self.direction = direction.normalized
    }

    /// The point at a distance along the ray, metres.
    public func point(at distance: Double) -> Vector3 { origin + direction * distance }

    /// The distance along the ray to a plane, metres; nil if the ray is parallel to it or points away.
    public func distance(to plane: Plane) -> Double? {
        let slope = dot(plane.normal, direction)
        guard abs(slope) > 1e-12 else { return nil }
        let distance = -plane.signedDistance(to: origin) / slope
        return distance >= 0 ? distance : nil
    }

    /// The distance along the ray to its point nearest to a given point, metres; 0 if that point is behind the origin.
    public func distanceAlong(nearestTo point: Vector3) -> Double { max(0, dot(point - origin, direction)) }
}

extension RigidTransform {
    /// Transforms a ray from the source to the destination.
    public static func * (a: Self, ray: Ray) -> Ray {
        Ray(origin: a * ray.origin, direction: a.rotation * ray.direction)
    }
}
