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
                if at < 16 { crossings[at] = Crossing(line: c, first: first, second: second, support: support) }
                kept = min(16, kept + 1)
            }
            guard kept >= 2 else { return }
            for i in 0..<kept - 1 {
                for j in i + 1..<kept {
                    consider(a, crossings[i].line, b, crossings[j].line, meeting, &best)
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
        quad.score = score(quad, ac, ad, bc, bd, meeting)
        guard quad.score > 0 else { return }
        quad.texture = SIMD4(
            profiles[a].textureContrast(from: ac, to: ad),
            profiles[c].textureContrast(from: meeting[c * count + a], to: meeting[c * count + b]),
            profiles[b].textureContrast(from: bc, to: bd),
            profiles[d].textureContrast(from: meeting[d * count + a], to: meeting[d * count + b])
        )
        if best.count == maximumCount, let last = best.last, last.score >= quad.score { return }
        if best.count == maximumCount { best.removeLast() }
        var at = best.count
        while at > 0, best[at - 1].score < quad.score { at -= 1 }
        best.insert(quad, at: at)
    }

    private func score(
        _ quad: QuadHypothesis,
        _ ac: Float,
        _ ad: Float,
        _ bc: Float,
        _ bd: Float,
        _ meeting: UnsafeMutablePointer<Float>
    ) -> Float {
        let count = lines.count
        let a = Int(quad.lines[0])
        let c = Int(quad.lines[1])
        let b = Int(quad.lines[2])
        let d = Int(quad.lines[3])
        let ca = meeting[c * count + a]
        let cb = meeting[c * count + b]
        let da = meeting[d * count + a]
        let db = meeting[d * count + b]
        let centre = (quad.corners.0 + quad.corners.1 + quad.corners.2 + quad.corners.3) / 4
        let first = side(a, ac, ad, centre)
        let second = side(c, ca, cb, centre)
        let third = side(b, bc, bd, centre)
        let fourth = side(d, da, db, centre)
        let support = first.support + second.support + third.support + fourth.support
        let length = first.length + second.length + third.length + fourth.length
        guard length > 0 else { return -1 }
        let weakest = min(min(first.ratio, second.ratio), min(third.ratio, fourth.ratio))
        let near = (first.near + second.near + third.near + fourth.near) / 4
        let far = (first.far + second.far + third.far + fourth.far) / 4
        let agreement: Float = abs(first.inward + second.inward + third.inward + fourth.inward) == 4 ? 1.1 : 1
        let corners = (0.4 + 0.6 * near) * (1 - far) * max(0, 1 - far).squareRoot()
        return support * (support / length) * (0.4 + 0.6 * weakest) * corners * agreement
    }

    /// How a side of a hypothesis is supported.
    private struct Side {
        /// Length of edge of the stronger sign less half that of the weaker, pixels.
        var support: Float
        /// Length in the picture, pixels.
        var length: Float
        var ratio: Float
        /// The part of its last pixels before the corners that is edge, 0…1.
        var near: Float
        /// The part of the first pixels beyond the corners that is edge, 0…1.
        var far: Float
        /// 1 where it grows brighter inward, −1 where darker.
        var inward: Int
    }

    private func side(_ line: Int, _ t0: Float, _ t1: Float, _ centre: SIMD2<Float>) -> Side {
        let s = profiles[line].support(from: t0, to: t1)
        let low = min(t0, t1)
        let high = max(t0, t1)
        let isBrighter = s.brighter >= s.darker
        // A smooth sheet over a rough ground has edges of both signs; so has the inside of a chequered board, where both
        // sides are alike.
        let credit = -0.5 + 1.4 * profiles[line].textureContrast(from: low, to: high)
        let support = max(0, max(s.brighter, s.darker) + credit * min(s.brighter, s.darker))
        let facing = lines[line].distance(of: centre) > 0
        let one = end(line, low, 1)
        let other = end(line, high, -1)
        return Side(
            support: support,
            length: s.inside,
            ratio: s.inside > 8 ? support / s.inside : 0.3,
            near: (one.near + other.near) / 2,
            far: (one.far + other.far) / 2,
            inward: isBrighter == facing ? 1 : -1
        )
    }

    private func end(_ line: Int, _ t: Float, _ inward: Float) -> (near: Float, far: Float) {
        let within = profiles[line].support(from: t + 3 * inward, to: t + 19 * inward)
        let beyond = profiles[line].support(from: t - 4 * inward, to: t - 20 * inward)
        // A corner out of the picture says nothing.
        if within.inside < 8 { return (0.6, 0) }
        return (
            (within.brighter + within.darker) / within.inside,
            (beyond.brighter + beyond.darker) / max(8, beyond.inside)
        )
    }
}
