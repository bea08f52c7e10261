import Geometry

extension MotionInitializer.Adjustment {
    /// Lets the stamps weigh otherwise.
    mutating func weigh(_ weight: Double) {
        cost += (unknowns.stampErrors * unknowns.stampErrors).sum() * (weight - stampWeight)
        stampWeight = weight
    }
}

extension MotionInitializer {
    /// The state of the adjustment: unknowns and points, nil for points that are out.
    struct Adjustment {
        var unknowns: Unknowns
        var points: [Point?]
        var path: Path
        /// The robust cost, pixels².
        var cost: Double
        /// What a picture's stamp weighs, (pixels/s)².
        var stampWeight: Double
    }

    /// The state to begin with; nil where too few points are known.
    func firstAdjustment(
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
        let scatter = Self.expectedScatterPixels / configuration.stampSigma
        var state = Adjustment(
            unknowns: start.unknowns,
            points: points,
            path: path,
            cost: 0,
            stampWeight: scatter * scatter
        )
        state.cost = cost(state, tracks)
        return state
    }

    func views(_ state: Adjustment) -> [View] {
        let arm = configuration.bodyFromOptical.translation
        let readout = configuration.readoutTime
        return state.path.nodes.map {
            View($0, state.unknowns, arm: arm, focalLength: focalLength, readoutTime: readout)
        }
    }

    /// How much a followed point scatters as a rule, pixels.
    private static let expectedScatterPixels = 0.3

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
                guard let error = views[sighting.picture].error(point, seenAt: sighting.point, row: sighting.row)
                else {
                    sum += 50
                    continue
                }
                sum += square * .logarithm(onePlus: dot(error, error) / square)
            }
        }
        let values = Self.vector(state.unknowns, configuration)
        let stamps = state.unknowns.stampErrors
        return sum + (values * values * priorWeights).sum() + (stamps * stamps).sum() * state.stampWeight
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
