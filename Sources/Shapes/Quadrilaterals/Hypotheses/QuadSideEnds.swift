/// The edges of a side's line at its two corners and beyond them.
struct QuadSideEnds {
    /// The edge share of its last pixels before the corners, 0…1.
    let near: Float
    /// The edge share of the first pixels beyond the corners, 0…1.
    let far: Float
    /// The edge share, of the side's own sign, of a tenth of its length beyond its first corner, and beyond its second.
    let passStart: Float
    let passEnd: Float

    /// Evaluates the line of a side.
    init(_ side: QuadSide, _ profile: SupportProfile) {
        let low = min(side.from, side.to)
        let high = max(side.from, side.to)
        let one = Self.end(profile, low, 1)
        let other = Self.end(profile, high, -1)
        near = (one.near + other.near) / 2
        far = (one.far + other.far) / 2
        let atLow = Self.beyond(profile, low, -1, side)
        let atHigh = Self.beyond(profile, high, 1, side)
        passStart = side.from < side.to ? atLow : atHigh
        passEnd = side.from < side.to ? atHigh : atLow
    }

    private static func end(_ profile: SupportProfile, _ t: Float, _ inward: Float) -> (near: Float, far: Float) {
        let within = profile.support(from: t + 3 * inward, to: t + 19 * inward)
        let beyond = profile.support(from: t - 4 * inward, to: t - 20 * inward)
        // A corner outside the image is no evidence.
        if within.inside < 8 { return (0.6, 0) }
        return (
            (within.brighter + within.darker) / within.inside,
            (beyond.brighter + beyond.darker) / max(8, beyond.inside)
        )
    }

    private static func beyond(_ profile: SupportProfile, _ t: Float, _ outward: Float, _ side: QuadSide) -> Float {
        let s = profile.support(from: t + 4 * outward, to: t + (4 + max(16, 0.1 * side.length)) * outward)
        return (side.isBrighter ? s.brighter : s.darker) / max(8, s.inside)
    }
}
