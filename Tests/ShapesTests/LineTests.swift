import Testing

@testable import Shapes

@Suite("Straight lines from pieces of edges")
struct LineTests {
    /// A piece of a line through a point, with its moments about the middle of the image.
    private static func segment(
        through point: SIMD2<Float>,
        along direction: SIMD2<Float>,
        _ range: ClosedRange<Float>,
        middle: SIMD2<Float>
    ) -> LineSegment {
        var moments = LineMoments()
        for step in stride(from: range.lowerBound, through: range.upperBound, by: 1) {
            moments.add(point + direction * step - middle)
        }
        let length = range.upperBound - range.lowerBound
        return LineSegment(
            centre: point,
            direction: direction,
            start: range.lowerBound,
            end: range.upperBound,
            moments: moments,
            support: length,
            weight: length * length.squareRoot()
        )
    }

    private static let middle = SIMD2<Float>(320, 240)
    private static let slope = SIMD2<Float>(0.8, 0.6)

    @Test("moments give the line through points, and those of two pieces add up to those of both")
    func moments() {
        var first = LineMoments()
        var second = LineMoments()
        for step in 0..<50 { first.add(SIMD2(3, -2) + Self.slope * Float(step)) }
        for step in 80..<120 { second.add(SIMD2(3, -2) + Self.slope * Float(step)) }
        first.add(second)
        let line = first.line
        #expect(first.count == 90)
        #expect(abs(abs((line.direction * Self.slope).sum()) - 1) < 1e-6)
        #expect(line.error < 1e-2)
        let offset = line.centre - SIMD2(3, -2)
        #expect(abs(offset.x * Self.slope.y - offset.y * Self.slope.x) < 1e-3)
    }

    @Test("an upright line has a direction too, and scattered points an error")
    func uprightAndScattered() {
        var upright = LineMoments()
        for step in 0..<20 { upright.add(SIMD2(7, Float(step))) }
        #expect(abs(abs(upright.line.direction.y) - 1) < 1e-6)
        var scattered = LineMoments()
        for step in 0..<100 { scattered.add(SIMD2(Float(step), step % 2 == 0 ? 2 : -2)) }
        #expect(abs(scattered.line.error - 2) < 0.01)
    }

    @Test("two pieces with a gap between them become one line, a parallel one stays apart")
    func merging() throws {
        let start = SIMD2<Float>(100, 90)
        let beside = start + SIMD2(-Self.slope.y, Self.slope.x) * 12
        let lines = LineMerger(middle: Self.middle).lines(from: [
            Self.segment(through: start, along: Self.slope, 0...80, middle: Self.middle),
            Self.segment(through: start, along: Self.slope, 140...260, middle: Self.middle),
            Self.segment(through: beside, along: Self.slope, 0...60, middle: Self.middle),
        ])
        #expect(lines.count == 2)
        let long = try #require(lines.first)
        #expect(abs(long.length - 260) < 1)
        #expect(abs(long.support - 200) < 1e-3)
        #expect(abs(long.distance(of: start)) < 0.05)
    }

    @Test("the best hypotheses are kept in order, and a full list says what a new one must pass")
    func bestHypotheses() {
        var best = BestHypotheses(capacity: 3)
        for score: Float in [0.2, 0.9, 0.5] { best.insert(QuadHypothesis(score: score)) }
        #expect(best.hypotheses.map { $0.score } == [0.9, 0.5, 0.2])
        #expect(best.least == 0.2)
        best.insert(QuadHypothesis(score: 0.7))
        #expect(best.hypotheses.map { $0.score } == [0.9, 0.7, 0.5])
        #expect(best.least == 0.5)
    }
}
