import Geometry

extension MotionInitializer {
    /// The state at the last picture with its uncertainty, or why it is not to be trusted.
    func judge(
        _ state: Adjustment,
        _ equations: ReducedEquations,
        _ window: [Picture],
        _ tracks: [Track]
    ) -> MotionInitializerOutcome {
        guard let factor = equations.reduced.factor() else { return .waiting(.uncertain) }
        guard equations.freedom > 20 else { return .waiting(.tooFewFeatures) }
        let misfit = (equations.variance * 2).squareRoot()
        guard misfit < configuration.largestMisfitPixels else { return .waiting(.misfit) }
        guard agreesWithPriorKnowledge(state.unknowns) else { return .waiting(.misfit) }
        // Where the points fit badly the model is at fault (shaking, wrong matches), and its errors go one way: twice the misfit.
        let sigma = Swift.max(configuration.pixelSigma, 2 * misfit)
        let spread = factor.inverse.map { $0 * (sigma * sigma) }
        let end = EndState(state, configuration)
        var covariance = end.covariance(spread)
        let velocitySigma = Self.largest(covariance, at: 6).squareRoot()
        let tiltSigma = (spread[3][3] + spread[4][4]).squareRoot()
        let speeds = state.path.nodes.map { node in
            (state.unknowns.velocity + state.unknowns.gravity * node.time + node.velocity).length
        }
        let fastest = speeds.max() ?? 0
        let allowed = Swift.max(
            configuration.largestVelocitySigma,
            configuration.largestRelativeVelocitySigma * fastest
        )
        guard velocitySigma < allowed, tiltSigma < configuration.largestTiltSigma else {
            return .waiting(.uncertain)
        }
        // What shook the sensors is no reason to wait, for it may go on; it counts in what is told.
        for axis in 6..<9 { covariance[16 * axis] += forceDensity * forceDensity * end.node.time }
        var motion = end.motion(window, covariance)
        motion.timeOffsetSigma = spread[11][11].squareRoot()
        motion.focalScaleSigma = spread[12][12].squareRoot()
        motion.velocitySigma = Self.largest(covariance, at: 6).squareRoot()
        motion.tiltSigma = tiltSigma
        motion.misfitPixels = misfit
        motion.points = points(state, equations, tracks, end, sigma)
        return .solved(motion)
    }

    /// Whether no bias and no part of the calibration is further off than three times what was thought possible.
    private func agreesWithPriorKnowledge(_ unknowns: Unknowns) -> Bool {
        let variance = configuration.pixelSigma * configuration.pixelSigma
        let values = Self.vector(unknowns, configuration)
        let shares = values * values * priorWeights / variance
        for index in 3..<16 where shares[index] > 9 { return false }
        return true
    }

    /// The largest of a 3 × 3 block's eigenvalues, from above: its trace.
    private static func largest(_ covariance: [Double], at start: Int) -> Double {
        covariance[16 * start] + covariance[16 * (start + 1)] + covariance[16 * (start + 2)]
    }

    private func points(
        _ state: Adjustment,
        _ equations: ReducedEquations,
        _ tracks: [Track],
        _ end: EndState,
        _ sigma: Double
    ) -> [InitialMotion.Point] {
        var result: [InitialMotion.Point] = []
        for index in tracks.indices {
            guard let point = state.points[index], let own = equations.points[index] else { continue }
            let distance = 1 / point.inverseDistance
            let inBody =
                state.unknowns.bodyFromOptical * point.direction * distance
                + configuration.bodyFromOptical.translation
            result.append(
                InitialMotion.Point(
                    identifier: tracks[index].identifier,
                    pointInOdometry: end.worldFromFirst * (inBody - end.place),
                    distance: distance,
                    relativeSigma: own.inverse[2, 2].squareRoot() * sigma * distance
                )
            )
        }
        return result
    }
}
