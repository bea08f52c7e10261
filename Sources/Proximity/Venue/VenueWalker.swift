/// Somebody whose position is looked for.
public enum VenueWalker: Hashable, Sendable {
    /// A carried beacon that the venue's receivers hear.
    case beacon(BeaconIdentity)
    /// A carried receiver that hears the venue's beacons.
    case receiver(String)
}
