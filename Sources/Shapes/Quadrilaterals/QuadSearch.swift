/// Tries quadruples of lines as a rectangle's four sides and keeps the best.
struct QuadSearch {
    let lines: [LineSegment]
    let profiles: [SupportProfile]
    let shape: QuadShape
    let size: SIMD2<Float>
    let minimumSide: Float
    let maximumCount: Int

    /// A line that crosses both lines of an opposite pair, and where.
    private struct Crossing {
        var line = 0
        var first: Float = 0
        var second: Float = 0
        var support: Float = 0
        /// What `QuadSide.support` can be at most.
        var mostSupport: Float = 0
    }

    /// The best hypotheses, the best first.
    func hypotheses() -> [QuadHypothesis] {
        let count = lines.count
        guard count >= 4 else { return [] }
        var best: [QuadHypothesis] = []
        best.reserveCapacity(maximumCount + 1)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: count * count) { meeting in
            guard let meeting = meeting.baseAddress else { return }
            fill(meeting)
            for a in 0..<count - 1 {
                for b in a + 1..<count where areOpposite(a, b) { search(a, b, meeting, &best) }
            }
        }
        return best
    }

    /// Where on line i it meets line j, or not a number where they are nearly parallel or meet far outside the picture.
    private func fill(_ meeting: UnsafeMutablePointer<Float>) {
        let count = lines.count
        let margin = 0.25 * size
        for i in 0..<count {
            for j in 0..<count {
                let across = (lines[i].direction * lines[j].normal).sum()
                var t = Float.nan
                if abs(across) > 0.4 {
                    t = ((lines[j].centre - lines[i].centre) * lines[j].normal).sum() / across
                    let point = lines[i].point(at: t)
                    if point.x < -margin.x || point.y < -margin.y || point.x > size.x + margin.x
                        || point.y > size.y + margin.y
                    {
                        t = .nan
                    }
                }
                meeting[i * count + j] = t
            }
        }
    }

    private func areOpposite(_ a: Int, _ b: Int) -> Bool {
        let cosine = abs((lines[a].direction * lines[b].direction).sum())
        guard cosine > 0.6 else { return false }
        return abs(lines[a].distance(of: lines[b].centre)) > 0.6 * minimumSide
            || abs(lines[b].distance(of: lines[a].centre)) > 0.6 * minimumSide
    }

    private func search(
        _ a: Int,
        _ b: Int,
        _ meeting: UnsafeMutablePointer<Float>,
        _ best: inout [QuadHypothesis]
    ) {
        let count = lines.count
        withUnsafeTemporaryAllocation(of: Crossing.self, capacity: 17) { crossings in
            var kept = 0
            for c in 0..<count where c != a && c != b {
                let first = meeting[c * count + a]
                let second = meeting[c * count + b]
                guard abs(first - second) > minimumSide else { continue }
                let s = profiles[c].support(from: first, to: second)
                let support = max(s.brighter, s.darker) + 0.3 * min(s.brighter, s.darker)
                guard support > 0.2 * s.inside, support > 6 else { continue }
                var at = kept
                while at > 0, crossings[at - 1].support < support {
                    if at < 16 { crossings[at] = crossings[at - 1] }
                    at -= 1
                }
                if at < 16 {
                    crossings[at] = Crossing(
                        line: c,
                        first: first,
                        second: second,
                        support: support,
                        mostSupport: s.brighter + s.darker
                    )
                }
                kept = min(16, kept + 1)
            }
            guard kept >= 2 else { return }
            for i in 0..<kept - 1 {
                for j in i + 1..<kept {
                    let (c, d) = (crossings[i].line, crossings[j].line)
                    let sides =
                        abs(meeting[a * count + c] - meeting[a * count + d])
                        + abs(meeting[b * count + c] - meeting[b * count + d])
                    let bound = QuadSides.score(ofSupport: sides + crossings[i].mostSupport + crossings[j].mostSupport)
                    guard bound > least(of: best) else { continue }
                    consider(a, c, b, d, meeting, &best)
                }
            }
        }
    }

    private func consider(
        _ a: Int,
        _ c: Int,
        _ b: Int,
        _ d: Int,
        _ meeting: UnsafeMutablePointer<Float>,
        _ best: inout [QuadHypothesis]
    ) {
        // Every rectangle is met from both of its pairs; once will do.
        let count = lines.count
        guard a < min(c, d) || !areOpposite(c, d) else { return }
        let ac = meeting[a * count + c]
        let ad = meeting[a * count + d]
        let bc = meeting[b * count + c]
        let bd = meeting[b * count + d]
        guard abs(ac - ad) > minimumSide, abs(bc - bd) > minimumSide else { return }
        var quad = QuadHypothesis()
        quad.lines = SIMD4(Int32(a), Int32(c), Int32(b), Int32(d))
        quad.corners = (lines[a].point(at: ac), lines[b].point(at: bc), lines[b].point(at: bd), lines[a].point(at: ad))
        guard shape.allows(quad) else { return }
        let centre = (quad.corners.0 + quad.corners.1 + quad.corners.2 + quad.corners.3) / 4
        let sides = QuadSides(
            side(a, ac, ad, centre),
            side(c, meeting[c * count + a], meeting[c * count + b], centre),
            side(b, bc, bd, centre),
            side(d, meeting[d * count + a], meeting[d * count + b], centre)
        )
        // Most end here: not even perfect corners would bring them among the best.
        let bound = sides.scoreOfCoverage
        guard bound > least(of: best) else { return }
        let corners = QuadCorners(end(sides.first), end(sides.second), end(sides.third), end(sides.fourth))
        quad.score = bound * corners.factor
        guard quad.score > least(of: best) else { return }
        quad.texture = SIMD4(sides.first.texture, sides.second.texture, sides.third.texture, sides.fourth.texture)
        if best.count == maximumCount { best.removeLast() }
        var at = best.count
        while at > 0, best[at - 1].score < quad.score { at -= 1 }
        best.insert(quad, at: at)
    }

    /// The score that a hypothesis must pass to be kept.
    private func least(of best: [QuadHypothesis]) -> Float {
        best.count == maximumCount ? max(0, best[best.count - 1].score) : 0
    }

    /// How the side between two places of a line is supported.
    private func side(_ line: Int, _ t0: Float, _ t1: Float, _ centre: SIMD2<Float>) -> QuadSide {
        QuadSide(
            line: line,
            from: t0,
            to: t1,
            profile: profiles[line],
            isTurnedInward: lines[line].distance(of: centre) > 0
        )
    }

    private func end(_ side: QuadSide) -> QuadSideEnds { QuadSideEnds(side, profiles[side.line]) }
}
