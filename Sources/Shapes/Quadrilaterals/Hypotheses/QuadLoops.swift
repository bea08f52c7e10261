import Geometry

/// Finds quadrilaterals whose sides are single segments, each ending where the next begins: tags, tiles, windows.
///
/// In a grid the sides of many rectangles lie on few lines, so a search among whole lines cannot separate them; the
/// ends of single segments can. Segments are followed around with the dark side always on the same hand, after E.
/// Olson, "AprilTag: a robust and flexible visual fiducial system", 2011.
struct QuadLoops {
    let segments: [LineSegment]
    let shape: QuadShape

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// How far a segment's end may be from the next one's start.
        ///
        /// Unit: pixels of the working image. Range: 2…6. Origin: by hand.
        var gap: Float = 3
        /// The same for each pixel of the shorter segment.
        ///
        /// Unit: 1. Range: 0.05…0.25. Origin: by hand.
        var relativeGap: Float = 0.15
        /// Sine of the least turn from one side to the next.
        ///
        /// Unit: 1. Range: 0.3…0.7. Origin: by hand.
        var leastTurn: Float = 0.5
        /// The most quadrilaterals that are kept.
        ///
        /// Unit: quadrilaterals. Range: 50…400. Origin: by hand.
        var mostLoops = 200
    }

    private static let tuning = Tuning()

    /// A segment with a direction of traversal.
    private struct Walk {
        let segment: Int
        let start: SIMD2<Float>
        let end: SIMD2<Float>
        let length: Float

        var direction: SIMD2<Float> { (end - start) / length }
    }

    /// The quadrilaterals that are darker or brighter than their surroundings, the largest first.
    func hypotheses() -> [QuadHypothesis] {
        let found = [false, true].flatMap { loops(isReversed: $0) }
        return Array(found.sorted(byKey: { -Double($0.score) }).prefix(Self.tuning.mostLoops))
    }

    private func loops(isReversed: Bool) -> [QuadHypothesis] {
        let walks = segments.indices.map { walk($0, isReversed: isReversed) }
        let next = successors(of: walks)
        var found: [QuadHypothesis] = []
        for a in walks.indices {
            for b in next[a] where b > a {
                for c in next[b] where c > a && c != b {
                    for d in next[c] where d > a && d != b && next[d].contains(a) {
                        if let quad = quad([a, b, c, d].map { walks[$0] }) { found.append(quad) }
                    }
                }
            }
        }
        return found
    }

    private func walk(_ index: Int, isReversed: Bool) -> Walk {
        let segment = segments[index]
        let isForward = (segment.brightening >= 0) != isReversed
        let (start, end) = (segment.point(at: segment.start), segment.point(at: segment.end))
        return Walk(
            segment: index,
            start: isForward ? start : end,
            end: isForward ? end : start,
            length: segment.length
        )
    }

    /// For each segment those that begin near its end and turn inwards.
    private func successors(of walks: [Walk]) -> [[Int]] {
        let order = walks.indices.sorted(byKey: { Double(walks[$0].start.x) })
        return walks.map { walk in
            let reach = Self.tuning.gap + Self.tuning.relativeGap * walk.length
            var low = 0
            var high = order.count
            while low < high {
                let middle = (low + high) / 2
                if walks[order[middle]].start.x < walk.end.x - reach { low = middle + 1 } else { high = middle }
            }
            var found: [Int] = []
            while low < order.count, walks[order[low]].start.x <= walk.end.x + reach {
                if follows(walks[order[low]], walk) { found.append(order[low]) }
                low += 1
            }
            return found
        }
    }

    private func follows(_ next: Walk, _ walk: Walk) -> Bool {
        let reach = Self.tuning.gap + Self.tuning.relativeGap * min(walk.length, next.length)
        let gap = next.start - walk.end
        guard (gap * gap).sum() <= reach * reach else { return false }
        let (one, other) = (walk.direction, next.direction)
        return one.x * other.y - one.y * other.x > Self.tuning.leastTurn
    }

    private func quad(_ walks: [Walk]) -> QuadHypothesis? {
        var quad = QuadHypothesis()
        for i in 0..<4 {
            let (one, other) = (segments[walks[i].segment], segments[walks[(i + 1) & 3].segment])
            let across = (one.direction * other.normal).sum()
            guard abs(across) > 0.05 else { return nil }
            quad[i] = one.point(at: ((other.centre - one.centre) * other.normal).sum() / across)
        }
        guard shape.allows(quad) else { return nil }
        var seen: Float = 0
        var leastRatio: Float = 1
        for i in 0..<4 {
            let side = quad[i] - quad[i + 3]
            let length = walks[i].length
            seen += length
            leastRatio = min(leastRatio, length / max(1, (side * side).sum().squareRoot()))
        }
        quad.score = seen * seen * seen.squareRoot() * (0.4 + 0.6 * leastRatio)
        return quad
    }
}
