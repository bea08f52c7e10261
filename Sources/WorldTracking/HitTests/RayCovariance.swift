import Geometry

extension Ray {
    /// The covariance of the point in which the ray meets a surface of a normal, m²: `alongVariance` is that of the
    /// distance along the ray, m², and `sideways` how well the ray itself is known across, metres.
    package func covariance(ofMeeting normal: Vector3, alongVariance: Double, sideways: Double) -> Matrix3 {
        // A small turn of the ray by δ moves the point by distance · (δ − direction · (n·δ)/(n·direction)).
        let projection = .identity - Matrix3(outerProductOf: direction, normal) * (1 / dot(normal, direction))
        let across = .identity - Matrix3(outerProductOf: direction, direction)
        let spread = projection * across * projection.transposed * (sideways * sideways)
        return spread + Matrix3(outerProductOf: direction, direction) * alongVariance
    }
}
