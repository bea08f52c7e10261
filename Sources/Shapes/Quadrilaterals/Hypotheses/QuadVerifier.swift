import Geometry

/// Refines hypotheses at full resolution and scores them along all four sides.
struct QuadVerifier {
    var sampler: SideSampler
    /// The scale from the working image to the full one.
    let scale: Float
    let leastStep: Float
    /// Whether one of several overlapping quadrilaterals must be chosen: then a side with equal strips beside it counts
    /// less.
    let isAlone: Bool

    /// A hypothesis with refined corners (full resolution, straight coordinates), its score and confidence.
    struct Verdict {
        var quad: QuadHypothesis
        var confidence: Float
    }

    /// Scores every hypothesis coarsely, then the best ones finely; the best first.
    func verdicts(_ hypotheses: [QuadHypothesis], fineCount: Int) -> [Verdict] {
        var coarse: [Verdict] = []
        for hypothesis in hypotheses {
            var quad = hypothesis
            for i in 0..<4 { quad[i] = hypothesis[i] * scale }
            let reach = min(SideSampler.maximumReach, Int(3 * scale) + 1)
            guard let sides = refine(&quad, reach: reach, samples: 40) else { continue }
            let parting = isAlone ? separation(of: quad) : 1
            coarse.append(verdict(quad, hypothesis.score * parting, sides))
        }
        coarse = coarse.sorted(byKey: { -Double($0.quad.score) })
        var fine: [Verdict] = []
        var best: Float = 0
        for verdict in coarse.prefix(fineCount) {
            var quad = verdict.quad
            let score = quad.score / (0.25 + verdict.confidence)
            // If one is wanted, those that cannot reach the best score are skipped.
            if isAlone, 1.25 * score < best { continue }
            guard let sides = refine(&quad, reach: 4, samples: SideSampler.maximumSamples) else { continue }
            fine.append(self.verdict(quad, score, sides))
            best = max(best, fine[fine.count - 1].quad.score)
        }
        return fine.sorted(byKey: { -Double($0.quad.score) })
    }

    /// The same quadrilateral fitted again with another lens; nil if its sides no longer meet.
    func anew(_ verdict: Verdict, from warp: LensWarp) -> Verdict? {
        var quad = verdict.quad
        for i in 0..<4 { quad[i] = sampler.warp.straight(warp.bent(quad[i])) }
        guard refine(&quad, reach: 6, samples: SideSampler.maximumSamples) != nil,
            let sides = refine(&quad, reach: 3, samples: SideSampler.maximumSamples)
        else { return nil }
        return Verdict(quad: quad, confidence: judge(quad, sides))
    }

    /// The same quadrilateral with sides moved outwards to fainter ones that their neighbours reach.
    func extended(_ verdict: Verdict) -> Verdict {
        let search = OuterSideSearch(sampler: sampler, leastStep: leastStep)
        guard var quad = search.extended(verdict.quad) else { return verdict }
        guard let sides = refine(&quad, reach: 3, samples: SideSampler.maximumSamples) else { return verdict }
        return Verdict(quad: quad, confidence: judge(quad, sides))
    }

    /// How well the sides separate the inside from the outside, as a factor.
    private func separation(of quad: QuadHypothesis) -> Float {
        let sides = sampler.separation(of: quad) + 0.1
        return (sides.sum() / 4 * (sides.sum() / 4) * sides.least).squareRoot().squareRoot()
    }

    private func verdict(
        _ quad: QuadHypothesis,
        _ score: Float,
        _ sides: (SideFit, SideFit, SideFit, SideFit)
    ) -> Verdict {
        let confidence = judge(quad, sides)
        var quad = quad
        quad.score = score * (0.25 + confidence)
        return Verdict(quad: quad, confidence: confidence)
    }

    /// One iteration of fitting all four sides; a side that is not visible stays unchanged.
    private func refine(_ quad: inout QuadHypothesis, reach: Int, samples: Int) -> (SideFit, SideFit, SideFit, SideFit)?
    {
        var sides = (
            side(quad, 0, reach, samples), side(quad, 1, reach, samples), side(quad, 2, reach, samples),
            side(quad, 3, reach, samples)
        )
        func keep(_ side: inout SideFit, _ a: SIMD2<Float>, _ b: SIMD2<Float>) {
            if side.coverage >= 0.15 { return }
            let along = b - a
            side.centre = (a + b) / 2
            side.direction = along / (along * along).sum().squareRoot()
        }
        keep(&sides.0, quad[3], quad[0])
        keep(&sides.1, quad[0], quad[1])
        keep(&sides.2, quad[1], quad[2])
        keep(&sides.3, quad[2], quad[3])
        // Side i runs from corner i − 1 to corner i.
        guard let c0 = sides.0.crossing(sides.1), let c1 = sides.1.crossing(sides.2),
            let c2 = sides.2.crossing(sides.3), let c3 = sides.3.crossing(sides.0)
        else { return nil }
        quad.corners = (c0, c1, c2, c3)
        return sides
    }

    private func side(_ quad: QuadHypothesis, _ i: Int, _ reach: Int, _ samples: Int) -> SideFit {
        sampler.fit(
            from: quad[i + 3],
            to: quad[i],
            reach: reach,
            samples: samples,
            leastStep: leastStep,
            credit: quad.texture[i]
        )
            ?? SideFit()
    }

    private func judge(_ quad: QuadHypothesis, _ sides: (SideFit, SideFit, SideFit, SideFit)) -> Float {
        let all = SIMD4(sides.0.coverage, sides.1.coverage, sides.2.coverage, sides.3.coverage)
        let inside = SIMD4(sides.0.inside, sides.1.inside, sides.2.inside, sides.3.inside)
        let mean = all.sum() / 4
        return max(0, min(1, (0.7 * mean + 0.3 * all.least) * (0.5 + 0.5 * inside.sum() / 4)))
    }
}
