/// A rectangle's side fitted to the image at full resolution.
struct SideFit {
    var centre = SIMD2<Float>.zero
    var direction = SIMD2<Float>(1, 0)
    /// Part of the samples in the image that have their edge on the line, all of one sign, 0…1.
    var coverage: Float = 0
    /// Part of the side that lies in the image, 0…1.
    var inside: Float = 0
    /// Median step across the edge, gray levels, positive where it grows brighter along the normal.
    var contrast: Float = 0

    var normal: SIMD2<Float> { SIMD2(direction.y, -direction.x) }

    /// Where two sides meet, or nil if they are parallel.
    func crossing(_ other: SideFit) -> SIMD2<Float>? {
        let across = (direction * other.normal).sum()
        guard abs(across) > 0.05 else { return nil }
        return centre + direction * (((other.centre - centre) * other.normal).sum() / across)
    }
}
