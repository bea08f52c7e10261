/// An event of one of a venue's regions or zones.
public struct VenueEvent: Hashable, Sendable {
    /// The kind of an event.
    public enum Kind: Hashable, Sendable {
        /// The first beacon of a region is near by, or someone has entered a zone.
        case entered
        /// The last beacon of a region is gone, or someone has left a zone.
        case exited
        /// A region's state, when it first becomes known.
        case determined(RegionState)
        /// No receiver can receive for the region any more.
        case failed(ReceiverError)
    }

    /// The identifier of the region or the zone.
    public var place: String
    /// What happened.
    public var kind: Kind
    /// The person or beacon concerned; `nil` if all have left a region.
    public var walker: VenueWalker?
    /// The receiver that observed it; `nil` for zones.
    public var receiver: String?
    /// The time of the event.
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
