/// The signal field of the path-loss law with walls: it needs only the stations and the plan.
public struct PathLossField: SignalField {
    /// The stations.
    public var stations: [Station]
    /// The plan with the walls.
    public var plan: FloorPlan

    /// Creates a field.
    public init(stations: [Station], plan: FloorPlan) {
        self.stations = stations
        self.plan = plan
    }

    /// The number of stations.
    public var stationCount: Int { stations.count }

    /// The law's level minus the walls' loss.
    public func expectation(station: Int, at point: SIMD2<Double>) -> SignalLevel {
        let station = stations[station]
        return SignalLevel(
            mean: station.expectedLevel(at: point) - station.wallLoss(to: point, in: plan),
            variance: station.shadowing * station.shadowing
        )
    }
}
