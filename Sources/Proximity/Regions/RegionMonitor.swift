/// Monitors regions as CoreLocation does: enter, exit, determined, at most 20 regions.
///
/// A value without a clock: pass every packet to it and, at least once per second, the time. States depend on packets
/// and time alone, so a region cannot stay inside for ever: silence always ends it.
public struct RegionMonitor: Sendable {
    /// The maximum number of regions; 20 as in CoreLocation.
    public let limit: Int
    /// When a region is entered and left.
    public let evidence: EntryEvidence

    private var watched: [String: WatchedRegion] = [:]
    private var order: [String] = []

    private struct WatchedRegion: Sendable {
        let region: BeaconRegion
        var state = RegionState.unknown
        var since: Int64
        var beacons: [BeaconIdentity: Presence] = [:]
    }

    /// Creates a monitor without regions.
    public init(limit: Int = 20, evidence: EntryEvidence = EntryEvidence()) {
        self.limit = limit
        self.evidence = evidence
    }

    /// The regions that are monitored, in the order in which they were added.
    public var regions: [BeaconRegion] { order.compactMap { watched[$0]?.region } }

    /// Starts monitoring a region; one with the same identifier is replaced and starts anew.
    ///
    /// Throws `tooManyRegions`.
    public mutating func start(_ region: BeaconRegion, at nanoseconds: Int64) throws(ProximityError) {
        if watched[region.identifier] == nil {
            guard watched.count < limit else { throw .tooManyRegions(limit: limit) }
            order.append(region.identifier)
        }
        watched[region.identifier] = WatchedRegion(region: region, since: nanoseconds)
    }

    /// Stops monitoring the region with this identifier, if it is monitored.
    public mutating func stop(_ identifier: String) {
        watched[identifier] = nil
        order.removeAll { $0 == identifier }
    }

    /// The current state of a region; `nil` if it is not monitored.
    public func state(of identifier: String) -> RegionState? { watched[identifier]?.state }

    /// The answer to a request for a region's state; `nil` if it is not monitored.
    public func requestState(of identifier: String, at nanoseconds: Int64) -> RegionEvent? {
        state(of: identifier).map { .determined(region: identifier, state: $0, nanoseconds: nanoseconds) }
    }

    /// Processes a packet and returns the changes.
    ///
    /// `rssi` in dBm, 127 if the radio did not report it.
    public mutating func receive(_ beacon: BeaconIdentity, rssi: Int, at nanoseconds: Int64) -> [RegionEvent] {
        order.flatMap { identifier -> [RegionEvent] in
            guard watched[identifier]?.region.contains(beacon) == true else { return [] }
            let isNear = watched[identifier]?.beacons[beacon, default: Presence(at: nanoseconds)]
                .receive(rssi: rssi, at: nanoseconds, evidence: evidence)
            return isNear == true ? enter(identifier, beacon: beacon, at: nanoseconds) : []
        }
    }

    /// Advances the time and returns the changes.
    public mutating func advance(to nanoseconds: Int64) -> [RegionEvent] {
        order.flatMap { leave($0, at: nanoseconds) }
    }

    /// The receiver cannot receive: every state becomes unknown until it receives again.
    public mutating func lose(_ error: ReceiverError, at nanoseconds: Int64) -> [RegionEvent] {
        order.map { identifier in
            watched[identifier]?.state = .unknown
            watched[identifier]?.beacons = [:]
            watched[identifier]?.since = nanoseconds
            return .failed(region: identifier, reason: error, nanoseconds: nanoseconds)
        }
    }

    private mutating func enter(_ identifier: String, beacon: BeaconIdentity, at nanoseconds: Int64) -> [RegionEvent] {
        guard let before = watched[identifier]?.state, before != .inside else { return [] }
        watched[identifier]?.state = .inside
        let entered = RegionEvent.entered(region: identifier, beacon: beacon, nanoseconds: nanoseconds)
        let determined = RegionEvent.determined(region: identifier, state: .inside, nanoseconds: nanoseconds)
        return before == .unknown ? [determined, entered] : [entered]
    }

    private mutating func leave(_ identifier: String, at nanoseconds: Int64) -> [RegionEvent] {
        guard var region = watched[identifier] else { return [] }
        var someNear = false
        for (beacon, var presence) in region.beacons {
            someNear = presence.advance(to: nanoseconds, evidence: evidence) || someNear
            let isForgotten = presence.isForgotten(at: nanoseconds, evidence: evidence)
            region.beacons[beacon] = isForgotten ? nil : presence
        }
        defer { watched[identifier] = region }
        if region.state == .inside, !someNear {
            region.state = .outside
            return [.exited(region: identifier, nanoseconds: nanoseconds)]
        }
        if region.state == .unknown, Double(nanoseconds - region.since) >= evidence.exitSeconds * 1e9 {
            region.state = .outside
            return [.determined(region: identifier, state: .outside, nanoseconds: nanoseconds)]
        }
        return []
    }
}
