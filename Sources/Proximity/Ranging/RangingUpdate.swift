/// What ranging says of one region, once a second.
public struct RangingUpdate: Hashable, Sendable {
    /// The identifier of the region.
    public var region: String
    /// Its beacons, nearest first, those of unknown distance last.
    public var beacons: [RangedBeacon]
    /// The time that it holds for.
    public var nanoseconds: Int64
}
