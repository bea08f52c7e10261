/// Ranges beacons as CoreLocation does: once per second per region, nearest first.
///
/// A value without a clock: pass every packet to it and, regularly, the time.
public struct BeaconRanger<Filter: SignalFilter, Model: DistanceModel>: Sendable {
    /// Silence after which the distance becomes unknown, s.
    public var unknownSeconds = 5.0
    /// Silence after which a beacon is removed, s.
    public var forgottenSeconds = 10.0
    /// Powers measured by calibration, dBm at 1 m; they replace the powers that the beacons advertise.
    public var calibratedPowers: [BeaconIdentity: Double] = [:]
    /// The gain of this receiver relative to the one that the advertised powers are for, dB.
    public var receiverGain = 0.0

    private let filter: Filter
    private let model: Model
    private var beacons: [BeaconIdentity: ReceivedBeacon] = [:]
    private var regions: [BeaconRegion] = []
    private var nextUpdate: Int64?

    private struct ReceivedBeacon: Sendable {
        var filter: Filter
        var measuredPower: Double
        var lastReceived: Int64
        var zone = ProximityZone.unknown
    }

    /// Creates a ranger with a filter and a distance model.
    public init(filter: Filter, model: Model) {
        self.filter = filter
        self.model = model
    }

    /// Starts ranging a region; replaces one with the same identifier.
    public mutating func start(_ region: BeaconRegion) {
        stop(region.identifier)
        regions.append(region)
    }

    /// Stops ranging the region with this identifier.
    public mutating func stop(_ identifier: String) {
        regions.removeAll { $0.identifier == identifier }
    }

    /// Processes a packet.
    ///
    /// `rssi` in dBm; 127 means that the radio did not report it, and the beacon's distance does not change.
    public mutating func receive(_ beacon: BeaconIdentity, rssi: Int, measuredPower: Int, at nanoseconds: Int64) {
        let power = calibratedPowers[beacon] ?? Double(measuredPower) + receiverGain
        var received =
            beacons[beacon] ?? ReceivedBeacon(filter: filter, measuredPower: power, lastReceived: nanoseconds)
        received.measuredPower = power
        received.lastReceived = nanoseconds
        if rssi != 127 { received.filter.add(rssi: Double(rssi), at: nanoseconds) }
        beacons[beacon] = received
    }

    /// Advances the time; returns one update per region once per second.
    public mutating func advance(to nanoseconds: Int64) -> [RangingUpdate] {
        guard let due = nextUpdate else {
            nextUpdate = nanoseconds + 1_000_000_000
            return []
        }
        guard nanoseconds >= due || due - nanoseconds > 1_000_000_000 else { return [] }
        let isLate = nanoseconds - due > 1_000_000_000
        nextUpdate = nanoseconds >= due && !isLate ? due + 1_000_000_000 : nanoseconds + 1_000_000_000
        let all = range(at: nanoseconds)
        return regions.map { region in
            let beacons = all.filter { region.contains($0.identity) }
            return RangingUpdate(region: region.identifier, beacons: beacons, nanoseconds: nanoseconds)
        }
    }

    /// All beacons in range, nearest first; removes those that have been silent for long.
    public mutating func range(at nanoseconds: Int64) -> [RangedBeacon] {
        var ranged: [RangedBeacon] = []
        for (identity, var received) in beacons {
            let age = Double(Swift.max(nanoseconds - received.lastReceived, 0)) * 1e-9
            guard age < forgottenSeconds else {
                beacons[identity] = nil
                continue
            }
            ranged.append(report(identity, &received, age: age, at: nanoseconds))
            beacons[identity] = received
        }
        return ranged.sorted(by: Self.isNearer)
    }

    private func report(
        _ identity: BeaconIdentity,
        _ received: inout ReceivedBeacon,
        age: Double,
        at nanoseconds: Int64
    ) -> RangedBeacon {
        let level = received.filter.level(at: nanoseconds)
        let rssi = Int((level?.mean ?? 127).rounded())
        let estimate = level.flatMap { model.estimate($0, measuredPower: received.measuredPower) }
        guard let estimate, age < unknownSeconds else {
            received.zone = .unknown
            return RangedBeacon(
                identity: identity,
                proximity: .unknown,
                distance: -1,
                accuracy: -1,
                rssi: rssi,
                age: age
            )
        }
        received.zone = received.zone.next(distance: estimate.distance)
        return RangedBeacon(
            identity: identity,
            proximity: received.zone,
            distance: estimate.distance,
            accuracy: estimate.accuracy,
            rssi: rssi,
            age: age
        )
    }

    private static func isNearer(_ left: RangedBeacon, _ right: RangedBeacon) -> Bool {
        switch (left.distance < 0, right.distance < 0) {
        case (false, true): true
        case (true, false): false
        case (true, true): left.identity < right.identity
        case (false, false):
            left.distance == right.distance ? left.identity < right.identity : left.distance < right.distance
        }
    }
}

extension BeaconRanger where Filter == KalmanFilter, Model == ShadowedDistanceModel {
    /// The filter and the model that did best on real logs: see docs/tools/beacons.md.
    public init() { self.init(filter: KalmanFilter(), model: ShadowedDistanceModel()) }
}
