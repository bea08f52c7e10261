/// A region as in CoreLocation: all beacons of one UUID, of one UUID and major, or one beacon.
public struct BeaconRegion: Hashable, Sendable {
    /// The application's name for the region; unique among its regions.
    public let identifier: String
    /// The UUID of its beacons.
    public let uuid: BeaconUUID
    /// The major number of its beacons; `nil` for any.
    public let major: UInt16?
    /// The minor number of its beacons; `nil` for any.
    public let minor: UInt16?

    /// Creates a region.
    ///
    /// Throws `minorWithoutMajor`.
    public init(
        identifier: String,
        uuid: BeaconUUID,
        major: UInt16? = nil,
        minor: UInt16? = nil
    ) throws(ProximityError) {
        guard major != nil || minor == nil else { throw .minorWithoutMajor(region: identifier) }
        self.identifier = identifier
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    /// Whether a beacon belongs to the region; Eddystone beacons belong to none.
    public func contains(_ beacon: BeaconIdentity) -> Bool {
        guard beacon.uuid == uuid else { return false }
        return (major == nil || major == beacon.major) && (minor == nil || minor == beacon.minor)
    }
}
