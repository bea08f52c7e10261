/// Something near an aim that might be meant.
struct AimedCandidate {
    /// Where it is, pixels.
    var point: SIMD2<Float>
    /// Along it, of length 1; of a corner, along one of its edges.
    var direction: SIMD2<Float>
    /// How far from the aim, pixels.
    var distance: Float
    /// The step of gray across it, levels; of a corner, across the weaker edge.
    var clearness: Float
}
