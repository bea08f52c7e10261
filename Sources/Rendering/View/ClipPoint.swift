import Geometry

/// A point in clip space.
struct ClipPoint {
    /// x, y and w.
    var position: SIMD3<Float>

    init(_ position: SIMD3<Float>) { self.position = position }

    init(_ pointInWorld: SIMD3<Float>, _ view: ViewTransform, weight: Double = 1) {
        let point = Vector4(Double(pointInWorld.x), Double(pointInWorld.y), Double(pointInWorld.z), weight)
        let clip = view.clipFromWorld * point
        position = SIMD3(Float(clip.x), Float(clip.y), Float(clip.w))
    }

    /// The depth before the camera, metres.
    var depth: Float { position.z }

    /// The pixel of a view, from its upper left corner.
    func pixel(_ size: SIMD2<Float>) -> SIMD2<Float> {
        SIMD2(0.5 + 0.5 * position.x / position.z, 0.5 - 0.5 * position.y / position.z) * size
    }

    /// The point at a depth on the line from this point to another.
    func moved(to depth: Float, towards other: Self) -> Self {
        var moved = self
        moved.position += (other.position - position) * ((depth - position.z) / (other.position.z - position.z))
        return moved
    }
}
