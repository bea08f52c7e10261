/// A rectangle's side fitted to the image at full resolution.
struct SideFit {
    var centre = SIMD2<Float>.zero
    var direction = SIMD2<Float>(1, 0)
    /// The share of the samples in the image with their edge on the line, all of one sign, 0…1.
    var coverage: Float = 0
    /// The share of the side that lies in the image, 0…1.
    var inside: Float = 0
    /// The median step across the edge, gray levels, positive if it becomes brighter along the normal.
    var contrast: Float = 0

    var normal: SIMD2<Float> { SIMD2(direction.y, -direction.x) }

    /// The intersection of two sides, or nil if they are parallel.
    func crossing(_ other: SideFit) -> SIMD2<Float>? {
        let across = (direction * other.normal).sum()
        guard abs(across) > 0.05 else { return nil }
        return centre + direction * (((other.centre - centre) * other.normal).sum() / across)
    }
}
