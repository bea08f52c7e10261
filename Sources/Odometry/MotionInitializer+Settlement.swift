import Geometry

extension MotionInitializer {
    /// What came of a search for the best state.
    private enum Settlement {
        case settled(ReducedEquations)
        case waiting(MotionInitializerDelay)
    }

    /// Improves everything together and judges it, first with the stamps' scatter expected, then with the one found.
    func adjust(_ window: [Picture], _ tracks: [Track], _ start: LinearSolution) -> MotionInitializerOutcome {
        guard var state = firstAdjustment(window, tracks, start) else { return .waiting(.uncertain) }
        switch settle(&state, window, tracks) {
        case .waiting(let delay): return .waiting(delay)
        case .settled(let equations): state.weigh(stampWeight(state, equations, window.count))
        }
        switch settle(&state, window, tracks) {
        case .waiting(let delay): return .waiting(delay)
        case .settled(let equations): return judge(state, equations, window, tracks)
        }
    }

    /// Steps until nothing is left to gain (Levenberg–Marquardt, weights of Cauchy); the equations there, or why there are none.
    private func settle(
        _ state: inout Adjustment,
        _ window: [Picture],
        _ tracks: [Track]
    ) -> Settlement {
        var damping = 1e-4
        var equations = normalEquations(state, tracks)
        for _ in 0..<configuration.maximumIterations {
            guard let factor = equations.reduced.factor(damping: damping) else { return .waiting(.uncertain) }
            let step = factor.solve(equations.reduced.side)
            // What the step promises to take off the squared errors: far below one point's share, nothing is left to gain.
            let promise = (step * equations.reduced.side).sum()
            if promise < 0.1 * configuration.pixelSigma * configuration.pixelSigma {
                return damping < 1e-2 ? .settled(equations) : .waiting(.misfit)
            }
            guard let next = moved(state, by: step, equations, window, tracks) else { return .waiting(.tooFewSamples) }
            if next.cost < state.cost {
                state = next
                equations = normalEquations(state, tracks)
                damping = Swift.max(damping * 0.1, 1e-9)
            } else {
                damping *= 20
                if damping > 1e4 { break }
            }
        }
        return .waiting(.misfit)
    }

    /// What a stamp weighs when stamps scatter as their errors, and how well those are known, say; against the points' own scatter.
    private func stampWeight(_ state: Adjustment, _ equations: ReducedEquations, _ count: Int) -> Double {
        let variance = equations.variance
        let known = equations.stamps.factor?.inverse ?? []
        var sum = 0.0
        for picture in 1..<count {
            let error = state.unknowns.stampErrors[picture]
            sum += error * error + (known.isEmpty ? 0 : variance * known[picture][picture])
        }
        let scatter = Swift.max(sum / Double(count - 1), Self.leastStampSigma * Self.leastStampSigma)
        return variance / scatter
    }

    /// Stamps are not held to be better than this, seconds.
    private static let leastStampSigma = 1e-4
}
