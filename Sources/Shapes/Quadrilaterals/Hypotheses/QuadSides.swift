/// The four sides of a hypothesis, opposite ones first and third, second and fourth.
struct QuadSides {
    let first: QuadSide
    let second: QuadSide
    let third: QuadSide
    let fourth: QuadSide

    /// The sides in their order around the quadrilateral.
    @inline(__always)
    init(_ first: QuadSide, _ second: QuadSide, _ third: QuadSide, _ fourth: QuadSide) {
        self.first = first
        self.second = second
        self.third = third
        self.fourth = fourth
    }

    /// The hypothesis's score from its sides alone, as if its corners were perfect and all sides brighter or all darker
    /// than their surroundings; 0 if nothing of it is visible.
    @inline(__always)
    var scoreOfCoverage: Float {
        let support = first.support + second.support + third.support + fourth.support
        let inside = first.inside + second.inside + third.inside + fourth.inside
        let lengths = SIMD4(first.length, second.length, third.length, fourth.length)
        let likely = SIMD4(first.likelySupport, second.likelySupport, third.likelySupport, fourth.likelySupport)
        let length = lengths.sum()
        guard lengths.least > 0 else { return 0 }
        return Self.score(support, likely.sum(), inside, length, leastRatio: (likely / lengths).least)
    }

    /// The upper bound of that score for two opposite sides, and for two others with this stretch together.
    @inline(__always)
    static func bound(_ second: QuadSide, _ fourth: QuadSide, _ others: LineStretch) -> Float {
        let edge = others.brighter + others.darker
        let length = others.length + second.length + fourth.length
        let inside = others.inside + second.inside + fourth.inside
        let unseen = QuadSide.unseenRatio * max(0, others.length - others.inside)
        let likely = edge + unseen + second.likelySupport + fourth.likelySupport
        let support = edge + second.support + fourth.support
        return 1.001 * score(support, likely, inside, length, leastRatio: min(second.likelyRatio, fourth.likelyRatio))
    }

    @inline(__always)
    private static func score(
        _ support: Float,
        _ likely: Float,
        _ inside: Float,
        _ length: Float,
        leastRatio: Float
    ) -> Float {
        let seen = inside / length
        return 1.1 * support * support * support.squareRoot() * (likely / length) * (0.4 + 0.6 * leastRatio)
            * (seen * seen * seen)
    }
}
