import Geometry

extension MotionInitializer {
    /// The state of the adjustment: unknowns and points, nil for points that are out.
    struct Adjustment {
        var unknowns: Unknowns
        var points: [Point?]
        var path: Path
        /// The robust cost, pixels².
        var cost: Double
    }

    /// Improves everything together and judges it (Levenberg–Marquardt, weights of Cauchy).
    func adjust(_ window: [Picture], _ tracks: [Track], _ start: LinearSolution) -> MotionInitializerOutcome {
        guard var state = firstAdjustment(window, tracks, start) else { return .waiting(.uncertain) }
        var damping = 1e-4
        var equations = normalEquations(state, tracks)
        var isSettled = false
        for _ in 0..<configuration.maximumIterations {
            guard let factor = equations.reduced.factor(damping: damping) else { return .waiting(.uncertain) }
            let step = factor.solve(equations.reduced.side)
            // What the step promises to take off the squared errors: far below one point's share, nothing is left to gain.
            let promise = (step * equations.reduced.side).sum()
            if promise < 0.1 * configuration.pixelSigma * configuration.pixelSigma {
                isSettled = damping < 1e-2
                break
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
        guard isSettled else { return .waiting(.misfit) }
        return judge(state, equations, window, tracks)
    }

    private func firstAdjustment(
        _ window: [Picture],
        _ tracks: [Track],
        _ start: LinearSolution
    ) -> Adjustment? {
        guard let path = Path(readings, times(of: window, start.unknowns), start.unknowns) else { return nil }
        let opticalFromBody = start.unknowns.bodyFromOptical.inverse
        let arm = configuration.bodyFromOptical.translation
        let points = start.points.map { point -> Point? in
            guard let point else { return nil }
            let inOptical = opticalFromBody * (point - arm)
            let distance = inOptical.length
            guard distance > 0.05, distance.isFinite else { return nil }
            return Point(direction: inOptical / distance, inverseDistance: 1 / distance)
        }
        guard points.lazy.filter({ $0 != nil }).count >= 15 else { return nil }
        var state = Adjustment(unknowns: start.unknowns, points: points, path: path, cost: 0)
        state.cost = cost(state, tracks)
        return state
    }

    func views(_ state: Adjustment) -> [View] {
        let arm = configuration.bodyFromOptical.translation
        return state.path.nodes.map { View($0, state.unknowns, arm: arm, focalLength: focalLength) }
    }

    /// Where a sighting stops to count in full, pixels.
    static let knee = 2.0

    /// The sum of robust squared errors and of what the prior knowledge holds against the unknowns, pixels².
    func cost(_ state: Adjustment, _ tracks: [Track]) -> Double {
        let views = views(state)
        let square = Self.knee * Self.knee
        var sum = 0.0
        for (track, point) in zip(tracks, state.points) {
            guard let point else { continue }
            for sighting in track.sightings {
                guard let error = views[sighting.picture].error(point, seenAt: sighting.point) else {
                    sum += 50
                    continue
                }
                sum += square * .logarithm(onePlus: dot(error, error) / square)
            }
        }
        let values = Self.vector(state.unknowns, configuration)
        return sum + (values * values * priorWeights).sum()
    }

    /// What the prior knowledge weighs, against pixels².
    var priorWeights: SIMD16<Double> {
        let variance = configuration.pixelSigma * configuration.pixelSigma
        func weight(_ sigma: Double) -> Double { variance / (sigma * sigma) }
        let gyroscope = weight(configuration.gyroscopeBiasSigma)
        let accelerometer = weight(configuration.accelerometerBiasSigma)
        let turn = weight(configuration.extrinsicRotationSigma)
        let speed = weight(20)
        return SIMD16(
            speed,
            speed,
            speed,
            1e-9,
            1e-9,
            gyroscope,
            gyroscope,
            gyroscope,
            accelerometer,
            accelerometer,
            accelerometer,
            weight(configuration.timeOffsetSigma),
            weight(configuration.focalScaleSigma),
            turn,
            turn,
            turn
        )
    }

    /// The unknowns that prior knowledge speaks of, each as its distance from the expected.
    static func vector(_ unknowns: Unknowns, _ configuration: MotionInitializerConfiguration) -> SIMD16<Double> {
        let v = unknowns.velocity
        let g = unknowns.gyroscopeBias
        let a = unknowns.accelerometerBias
        let turn = (configuration.bodyFromOptical.rotation.inverse * unknowns.bodyFromOptical).log
        return SIMD16(
            v.x,
            v.y,
            v.z,
            0,
            0,
            g.x,
            g.y,
            g.z,
            a.x,
            a.y,
            a.z,
            unknowns.timeOffset,
            unknowns.focalExcess,
            turn.x,
            turn.y,
            turn.z
        )
    }
}
