/// The position of the tapped point relative to a finger's end.
///
/// People seldom tap the outermost point: they tap the nail, which turns with the finger, or the point where the finger
/// touches the table, which stays below the finger in the image for every rotation of the finger.
struct TipOffset {
    /// From the middle of the round end into the finger, pixels of the map.
    private var along: Float = 0
    /// Across the finger.
    private var aside: Float = 0
    /// Down the image.
    private var below: Float = 0
    private var radius: Float = 0

    /// The middle of the round end, before anything is known.
    init() {}

    /// The offset of a point from a finger's outermost point.
    init(of point: SIMD2<Float>, from outermost: SIMD2<Float>, inward: SIMD2<Float>, fingerWidth: Float) {
        radius = 0.5 * fingerWidth
        let offset = point - outermost - inward * radius
        let across = SIMD2(-inward.y, inward.x)
        // The part towards the surface below is as large as possible: for a horizontal finger, all that is across it.
        let slant = across.y
        let wanted = abs(slant) > 0.5 ? (offset * across).sum() / slant : offset.y
        below = max(0, min(1.2 * radius, wanted))
        let rest = offset - SIMD2(0, below)
        along = max(-radius, min(radius, (rest * inward).sum()))
        aside = max(-radius, min(radius, (rest * across).sum()))
    }

    /// The point on a finger's end.
    func point(from outermost: SIMD2<Float>, inward: SIMD2<Float>) -> SIMD2<Float> {
        outermost + inward * (radius + along) + SIMD2(-inward.y, inward.x) * aside + SIMD2(0, below)
    }
}
