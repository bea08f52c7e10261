/// The edges of a side's line beyond its two corners.
struct QuadSideEnds {
    /// The edge share of the first pixels beyond the corners, 0…1.
    let far: Float
    /// The edge share, of the side's own sign, of a tenth of its length beyond its first corner, and beyond its second.
    let passStart: Float
    let passEnd: Float

    /// Evaluates the line of a side.
    init(_ side: QuadSide, _ profile: SupportProfile) {
        let low = min(side.from, side.to)
        let high = max(side.from, side.to)
        far = (Self.far(profile, low, 1) + Self.far(profile, high, -1)) / 2
        let atLow = Self.beyond(profile, low, -1, side)
        let atHigh = Self.beyond(profile, high, 1, side)
        passStart = side.from < side.to ? atLow : atHigh
        passEnd = side.from < side.to ? atHigh : atLow
    }

    /// The edge share of a side's last pixels before its corners, 0…1.
    static func near(_ side: QuadSide, _ profile: SupportProfile) -> Float {
        (near(profile, min(side.from, side.to), 1) + near(profile, max(side.from, side.to), -1)) / 2
    }

    private static func near(_ profile: SupportProfile, _ t: Float, _ inward: Float) -> Float {
        let within = profile.support(from: t + 3 * inward, to: t + 19 * inward)
        // A corner outside the image is no evidence.
        return within.inside < 8 ? 0.6 : (within.brighter + within.darker) / within.inside
    }

    private static func far(_ profile: SupportProfile, _ t: Float, _ inward: Float) -> Float {
        guard profile.support(from: t + 3 * inward, to: t + 19 * inward).inside >= 8 else { return 0 }
        let beyond = profile.support(from: t - 4 * inward, to: t - 20 * inward)
        return (beyond.brighter + beyond.darker) / max(8, beyond.inside)
    }

    private static func beyond(_ profile: SupportProfile, _ t: Float, _ outward: Float, _ side: QuadSide) -> Float {
        let s = profile.support(from: t + 4 * outward, to: t + (4 + max(16, 0.1 * side.length)) * outward)
        return (side.isBrighter ? s.brighter : s.darker) / max(8, s.inside)
    }
}
