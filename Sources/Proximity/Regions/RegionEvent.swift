/// An event of a monitored region.
public enum RegionEvent: Hashable, Sendable {
    /// The first beacon of the region is near by.
    case entered(region: String, beacon: BeaconIdentity, nanoseconds: Int64)
    /// The last beacon of the region is gone.
    case exited(region: String, nanoseconds: Int64)
    /// The state, on request or when it first becomes known.
    case determined(region: String, state: RegionState, nanoseconds: Int64)
    /// The receiver cannot receive: monitoring pauses until it can again.
    case failed(region: String, reason: ReceiverError, nanoseconds: Int64)

    /// The identifier of the region.
    public var region: String {
        switch self {
        case .entered(let region, _, _), .exited(let region, _), .determined(let region, _, _),
            .failed(let region, _, _):
            region
        }
    }
}

/// The listener's state relative to a region.
public enum RegionState: String, Hashable, Sendable {
    /// Unknown: monitoring has just begun, or the receiver cannot receive.
    case unknown
    /// At least one beacon of the region is near by.
    case inside
    /// No beacon of the region is near by.
    case outside
}

/// Why a receiver receives nothing.
public enum ReceiverError: String, Hashable, Sendable {
    /// The adapter was unplugged or switched off.
    case adapterLost
    /// The receiver has no permission to use the radio.
    case denied
    /// The connection to the receiver is gone.
    case disconnected
}
