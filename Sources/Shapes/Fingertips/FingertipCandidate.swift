/// A place on a hand's outline that is shaped like the end of a finger, in pixels of the map.
struct FingertipCandidate {
    /// The outermost point.
    var point = SIMD2<Float>.zero
    /// From the tip into the finger, of length 1.
    var inward = SIMD2<Float>(0, 1)
    /// 0…1: narrow and attached on one side only.
    var quality: Float = 0
}
