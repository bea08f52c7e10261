import Geometry

extension SimulatedScene {
    /// How far along a ray the first surface is, metres; nil where there is none.
    public func distance(along ray: Ray) -> Double? {
        var nearest = PacketIntersection.far
        for body in bodies {
            let turn = body.rotation.inverse
            let origin = SIMD3<Float>(turn * (ray.origin - body.centre))
            let direction = SIMD3<Float>(turn * ray.direction)
            let distances = PacketIntersection.distance(
                body.shape,
                half: SIMD3<Float>(body.halfSize),
                origin: origin,
                x: .init(repeating: direction.x),
                y: .init(repeating: direction.y),
                z: .init(repeating: direction.z)
            )
            if distances[0] > 0 { nearest = min(nearest, distances[0]) }
        }
        return nearest < PacketIntersection.far ? Double(nearest) : nil
    }
}
