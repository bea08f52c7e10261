import Geometry

extension MotionInitializer {
    /// The state after a step, its points moved along.
    func moved(
        _ state: Adjustment,
        by step: SIMD16<Double>,
        _ equations: ReducedEquations,
        _ window: [Picture],
        _ tracks: [Track]
    ) -> Adjustment? {
        var next = state
        var before = 0.0
        var change = 0.0
        let late = equations.stamps.step(with: step)
        for index in next.points.indices {
            guard let point = state.points[index], let own = equations.points[index] else { continue }
            let pull = Vector3(
                (own.mixed.0 * step + own.stamps.0 * late).sum(),
                (own.mixed.1 * step + own.stamps.1 * late).sum(),
                (own.mixed.2 * step + own.stamps.2 * late).sum()
            )
            let move = own.inverse * (own.side - pull)
            guard move.isFinite else { return nil }
            let (a, b) = point.tangents
            let direction = (point.direction + a * move.x + b * move.y).normalized
            let inverse = Swift.min(Swift.max(point.inverseDistance + move.z, 1e-3), 20)
            next.points[index] = Point(direction: direction, inverseDistance: inverse)
            before += point.inverseDistance
            change += inverse - point.inverseDistance
        }
        let growth = Swift.min(Swift.max(before > 0 ? change / before : 0, -0.9), 4)
        var unknowns = Self.moved(state.unknowns, by: step, growth)
        unknowns.stampErrors += late
        guard let path = Path(readings, times(of: window, unknowns), unknowns) else { return nil }
        next.unknowns = unknowns
        next.path = path
        next.cost = cost(next, tracks)
        return next
    }

    /// The unknowns after a step during which the points' inverse distances grew by a share.
    ///
    /// The pictures see velocity times inverse distance: the velocity takes its part of a change of scale exactly, not to first order,
    /// so that a step may go far along the valley of equal views.
    static func moved(_ unknowns: Unknowns, by step: SIMD16<Double>, _ growth: Double) -> Unknowns {
        var next = unknowns
        let (a, b) = View.tangents(of: unknowns.gravity)
        let gravity = unknowns.gravity + a * step[3] + b * step[4]
        let velocityStep = Vector3(step[0], step[1], step[2])
        next.velocity = (unknowns.velocity * (1 + growth) + velocityStep) / (1 + growth)
        next.gravity = gravity.normalized * unknowns.gravity.length
        next.gyroscopeBias += Vector3(step[5], step[6], step[7])
        next.accelerometerBias += Vector3(step[8], step[9], step[10])
        next.timeOffset += step[11]
        next.focalExcess = Swift.min(Swift.max(next.focalExcess + step[12], -0.4), 0.4)
        next.bodyFromOptical =
            (unknowns.bodyFromOptical * Rotation(exp: Vector3(step[13], step[14], step[15]))).normalized
        return next
    }
}
