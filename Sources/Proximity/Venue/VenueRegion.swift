/// A region of a venue, for any receiver or for one of them.
public struct VenueRegion: Hashable, Sendable {
    /// The beacons.
    public var region: BeaconRegion
    /// The only receiver that counts; `nil` if all do.
    public var receiver: String?
    /// The only floor whose fixed receivers count; `nil` if all do.
    public var floor: String?

    /// Creates a region.
    public init(_ region: BeaconRegion, receiver: String? = nil, floor: String? = nil) {
        self.region = region
        self.receiver = receiver
        self.floor = floor
    }
}
