/// A beacon of a simulated venue.
public struct SimulatedBeacon: Hashable, Sendable {
    /// Its frame; the measured power is also the true one.
    public var frame: IBeaconFrame
    /// Its position, m in the plan.
    public var position: SIMD2<Double>
    /// The time between its packets, s; each adds up to 10 ms at random.
    public var interval: Double

    /// Creates a beacon.
    public init(frame: IBeaconFrame, position: SIMD2<Double>, interval: Double = 0.1) {
        self.frame = frame
        self.position = position
        self.interval = interval
    }
}
