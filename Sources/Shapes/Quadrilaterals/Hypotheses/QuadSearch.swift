/// Tries quadruples of lines as a rectangle's four sides and keeps the best.
struct QuadSearch {
    let lines: [LineSegment]
    let profiles: [SupportProfile]
    let shape: QuadShape
    let size: SIMD2<Float>
    let minimumSide: Float
    let maximumCount: Int

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Number of lines across an opposite pair that are tried as its other sides, those with the longest edges.
        ///
        /// Unit: lines. Range: 8…40. Origin: by hand.
        var crossingCount = 16
    }

    private static let tuning = Tuning()

    /// A line that crosses both lines of an opposite pair: the side between them.
    private struct Crossing {
        let rank: Float
        let side: QuadSide
        /// The edge share of its last pixels before its corners, 0…1.
        var near: Float = 1
    }

    /// The best hypotheses, the best first.
    func hypotheses() -> [QuadHypothesis] {
        let count = lines.count
        guard count >= 4 else { return [] }
        var best = BestHypotheses(capacity: maximumCount)
        let meetings = LineMeetings(lines, profiles, size: size, minimumSide: minimumSide)
        defer { meetings.deallocate() }
        withUnsafeTemporaryAllocation(of: Crossing.self, capacity: Self.tuning.crossingCount) { crossings in
            guard let crossings = crossings.baseAddress else { return }
            // The heaviest lines come first, so that most of the rest is soon rejected.
            for b in 1..<count {
                for a in 0..<b where meetings.areOpposite(a, b) {
                    let kept = cross(a, b, meetings, crossings)
                    pair(a, b, crossings, kept, meetings, &best)
                }
            }
        }
        return best.hypotheses
    }

    /// Fills in the lines that cross two others, those with the longest edges between them first; returns their number.
    private func cross(
        _ a: Int,
        _ b: Int,
        _ meetings: LineMeetings,
        _ crossings: UnsafeMutablePointer<Crossing>
    ) -> Int {
        let (atA, atB) = (meetings.positions(meeting: a), meetings.positions(meeting: b))
        var kept = 0
        for c in 0..<meetings.count {
            let stretch = atA[c].stretch(to: atB[c])
            guard stretch.length > minimumSide else { continue }
            let rank = max(stretch.brighter, stretch.darker) + 0.3 * min(stretch.brighter, stretch.darker)
            guard rank > 0.2 * stretch.inside, rank > 6 else { continue }
            if kept == Self.tuning.crossingCount {
                guard crossings[kept - 1].rank < rank else { continue }
                kept -= 1
            }
            var at = kept
            while at > 0, crossings[at - 1].rank < rank {
                crossings[at] = crossings[at - 1]
                at -= 1
            }
            crossings[at] = Crossing(rank: rank, side: QuadSide(line: c, from: atA[c], to: atB[c]))
            kept += 1
        }
        return kept
    }

    /// Tries every two of the lines that cross an opposite pair.
    private func pair(
        _ a: Int,
        _ b: Int,
        _ crossings: UnsafeMutablePointer<Crossing>,
        _ kept: Int,
        _ meetings: LineMeetings,
        _ best: inout BestHypotheses
    ) {
        guard kept >= 2 else { return }
        for i in 0..<kept { crossings[i].near = near(crossings[i].side) }
        for i in 0..<kept - 1 {
            let c = crossings[i].side.line
            let atC = meetings.positions(meeting: c)
            for j in i + 1..<kept {
                let d = crossings[j].side.line
                // Every rectangle is found from both of its pairs; once is enough.
                guard a < min(c, d) || !meetings.areOpposite(c, d) else { continue }
                let atD = meetings.positions(meeting: d)
                let others = atC[a].stretch(to: atD[a]) + atC[b].stretch(to: atD[b])
                // Most are rejected here: even with perfect corners on the opposite pair they would not be among the best.
                let corners = QuadCorners.factor(near: (crossings[i].near + crossings[j].near + 2) / 4)
                let possible = QuadSides.bound(crossings[i].side, crossings[j].side, others) * corners
                guard possible > best.least else { continue }
                let sides = QuadSides(
                    QuadSide(line: a, from: atC[a], to: atD[a]),
                    crossings[i].side,
                    QuadSide(line: b, from: atC[b], to: atD[b]),
                    crossings[j].side
                )
                guard sides.first.length > minimumSide, sides.third.length > minimumSide else { continue }
                let nears = near(sides.first) + crossings[i].near + near(sides.third) + crossings[j].near
                consider(sides, sides.scoreOfCoverage * QuadCorners.factor(near: nears / 4), &best)
            }
        }
    }

    /// Keeps a hypothesis if it is among the best; the cheapest evidence comes first, since most are rejected by it.
    private func consider(_ sides: QuadSides, _ bound: Float, _ best: inout BestHypotheses) {
        guard bound > best.least else { return }
        let (a, b) = (sides.first, sides.third)
        var quad = QuadHypothesis()
        quad.score = bound
        quad.corners = (
            lines[a.line].point(at: a.from), lines[b.line].point(at: b.from), lines[b.line].point(at: b.to),
            lines[a.line].point(at: a.to)
        )
        let centre = (quad.corners.0 + quad.corners.1 + quad.corners.2 + quad.corners.3) / 4
        let inwards =
            inward(a, centre) + inward(sides.second, centre) + inward(b, centre) + inward(sides.fourth, centre)
        if abs(inwards) < 4 { quad.score /= 1.1 }
        guard quad.score > best.least else { return }
        quad.score *= QuadCorners.factor(end(a), end(sides.second), end(b), end(sides.fourth))
        guard quad.score > best.least else { return }
        quad.lines = SIMD4(Int32(a.line), Int32(sides.second.line), Int32(b.line), Int32(sides.fourth.line))
        guard shape.allows(quad) else { return }
        quad.texture = SIMD4(a.texture, sides.second.texture, b.texture, sides.fourth.texture)
        best.insert(quad)
    }

    /// 1 if the image becomes brighter from a side to a point inside, −1 if darker.
    private func inward(_ side: QuadSide, _ inside: SIMD2<Float>) -> Int {
        side.isBrighter == (lines[side.line].distance(of: inside) > 0) ? 1 : -1
    }

    private func near(_ side: QuadSide) -> Float { QuadSideEnds.near(side, profiles[side.line]) }

    private func end(_ side: QuadSide) -> QuadSideEnds { QuadSideEnds(side, profiles[side.line]) }
}
