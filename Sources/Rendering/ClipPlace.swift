import Geometry

/// A place in clip space.
struct ClipPlace {
    /// x, y and w.
    var place: SIMD3<Float>

    init(_ place: SIMD3<Float>, _ onlooker: Onlooker, weight: Double = 1) {
        let clip = onlooker.clipFromWorld * Vector4(Double(place.x), Double(place.y), Double(place.z), weight)
        self.place = SIMD3(Float(clip.x), Float(clip.y), Float(clip.w))
    }

    /// The depth before the eye, metres.
    var depth: Float { place.z }

    /// The pixel of a view, from its upper left corner.
    func pixel(_ size: SIMD2<Float>) -> SIMD2<Float> {
        SIMD2(0.5 + 0.5 * place.x / place.z, 0.5 - 0.5 * place.y / place.z) * size
    }

    /// Between this place and another, at a depth.
    func moved(to depth: Float, towards other: Self) -> Self {
        var moved = self
        moved.place += (other.place - place) * ((depth - place.z) / (other.place.z - place.z))
        return moved
    }
}
