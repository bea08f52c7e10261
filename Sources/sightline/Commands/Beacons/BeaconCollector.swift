import Proximity

/// Ranges beacons, once per second, and stores the nearest distance of each for the final report.
struct BeaconCollector {
    private var ranger: BeaconRanger<KalmanFilter, ShadowedDistanceModel>
    private var nextShow: Int64?
    private var last: [BeaconIdentity: RangedBeacon] = [:]
    private let uuid: BeaconUUID?

    /// A collector for all beacons, or for those of one UUID; `reach` in metres, see `ShadowedDistanceModel`.
    init(uuid: BeaconUUID? = nil, powers: [BeaconIdentity: Double] = [:], reach: Double = 2) {
        self.uuid = uuid
        ranger = BeaconRanger(filter: KalmanFilter(), model: ShadowedDistanceModel(reach: reach))
        ranger.calibratedPowers = powers
    }

    /// Processes a sighting.
    mutating func receive(_ sighting: BeaconSighting) {
        if let uuid, sighting.frame.identity?.uuid != uuid { return }
        ranger.receive(sighting)
        guard let identity = sighting.frame.identity, last[identity] == nil else { return }
        remember(ranger.range(at: sighting.nanoseconds))
    }

    /// Advances the time; returns the beacons near by once per second.
    mutating func advance(to nanoseconds: Int64) -> [RangedBeacon]? {
        guard let due = nextShow, nanoseconds < due, due - nanoseconds <= 1_000_000_000 else {
            let isFirst = nextShow == nil
            nextShow = nanoseconds + 1_000_000_000
            guard !isFirst else { return nil }
            let beacons = ranger.range(at: nanoseconds)
            remember(beacons)
            return beacons
        }
        return nil
    }

    /// Every received beacon with its last known state, nearest first.
    mutating func finish(at nanoseconds: Int64) -> [RangedBeacon] {
        remember(ranger.range(at: nanoseconds))
        return last.values.sorted { ($0.distance, $0.identity) < ($1.distance, $1.identity) }
    }

    private mutating func remember(_ beacons: [RangedBeacon]) {
        for beacon in beacons where beacon.distance >= 0 || last[beacon.identity] == nil {
            last[beacon.identity] = beacon
        }
    }
}
