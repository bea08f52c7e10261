/// Where the listener is with respect to a region.
public enum RegionState: String, Hashable, Sendable {
    /// Not known yet: monitoring has just begun, or the receiver cannot hear.
    case unknown
    /// At least one beacon of the region is near by.
    case inside
    /// None is.
    case outside
}
