/// Light from the six directions of the world's axes; linear.
struct AmbientCube {
    var west = SIMD4<Float>(repeating: 0.5)
    var east = SIMD4<Float>(repeating: 0.5)
    var south = SIMD4<Float>(repeating: 0.5)
    var north = SIMD4<Float>(repeating: 0.5)
    var below = SIMD4<Float>(repeating: 0.5)
    var above = SIMD4<Float>(repeating: 0.5)

    /// The light on a face whose outward normal is `n`, of length 1.
    func light(_ n: SIMD3<Float>) -> SIMD4<Float> {
        let weights = n * n
        return (n.x < 0 ? west : east) * weights.x + (n.y < 0 ? south : north) * weights.y
            + (n.z < 0 ? below : above) * weights.z
    }
}
