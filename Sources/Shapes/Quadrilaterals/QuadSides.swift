/// The four sides of a hypothesis, opposite ones first and third, second and fourth.
struct QuadSides {
    let first: QuadSide
    let second: QuadSide
    let third: QuadSide
    let fourth: QuadSide

    /// The sides in their order round the quadrilateral.
    @inline(__always)
    init(_ first: QuadSide, _ second: QuadSide, _ third: QuadSide, _ fourth: QuadSide) {
        self.first = first
        self.second = second
        self.third = third
        self.fourth = fourth
    }

    /// The hypothesis's score as far as its sides tell, as if its corners were perfect; 0 where nothing of it is seen.
    @inline(__always)
    var scoreOfCoverage: Float {
        let support = SIMD4(first.support, second.support, third.support, fourth.support).sum()
        let inside = SIMD4(first.inside, second.inside, third.inside, fourth.inside).sum()
        let lengths = SIMD4(first.length, second.length, third.length, fourth.length)
        let likely = SIMD4(first.likelySupport, second.likelySupport, third.likelySupport, fourth.likelySupport)
        let length = lengths.sum()
        guard lengths.min() > 0 else { return 0 }
        let seen = inside / length
        let agreement: Float = abs(first.inward + second.inward + third.inward + fourth.inward) == 4 ? 1.1 : 1
        return Self.score(ofSupport: support) * (likely.sum() / length) * (0.4 + 0.6 * (likely / lengths).min())
            * (seen * seen * seen) * (agreement / 1.1)
    }

    /// The score of sides of which so much is edge, pixels, where all else is perfect.
    @inline(__always)
    static func score(ofSupport support: Float) -> Float { 1.1 * support * support * support.squareRoot() }
}
