/// What a venue has to say about one of its regions or zones.
public struct VenueEvent: Hashable, Sendable {
    /// What happened there.
    public enum Kind: Hashable, Sendable {
        /// The first beacon of a region is near by, or someone has come into a zone.
        case entered
        /// The last beacon of a region is gone, or someone has left a zone.
        case exited
        /// A region's state, when it first becomes known.
        case determined(RegionState)
        /// No receiver can hear for the region any more.
        case failed(ReceiverError)
    }

    /// The identifier of the region or the zone.
    public var place: String
    /// What happened.
    public var kind: Kind
    /// Who it was; `nil` if a region was left by all.
    public var walker: VenueWalker?
    /// The receiver that noticed; `nil` for zones.
    public var receiver: String?
    /// When.
    public var nanoseconds: Int64

    /// Creates an event.
    public init(
        place: String,
        kind: Kind,
        walker: VenueWalker? = nil,
        receiver: String? = nil,
        nanoseconds: Int64
    ) {
        self.place = place
        self.kind = kind
        self.walker = walker
        self.receiver = receiver
        self.nanoseconds = nanoseconds
    }
}
