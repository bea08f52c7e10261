/// A channel of a venue, one for each audience.
enum BeaconChannel: String, Sendable, CaseIterable {
    /// The owner, for the own venue.
    case owner = "private-beacons"
    /// Everyone, for the own venue while it is public.
    case `public` = "private-beacons-public"
    /// Everyone, for a simulated walk while one is shown.
    case simulated = "private-beacons-simulated"
    /// The owner, for a simulation of the own venue.
    case rehearsal = "private-beacons-rehearsal"

    /// Whether only the owner may subscribe.
    var isForOwner: Bool { self == .owner || self == .rehearsal }

    /// The channel's name.
    var name: String { rawValue }

    /// The beginning of all names.
    ///
    /// Each audience has a channel because subscribers stay on it: after a change of access
    /// the old channel receives no more events.
    static let prefix = owner.rawValue
}
