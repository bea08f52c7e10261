import Proximity

/// The owner's own settings, in a rehearsal and back.
enum OwnSettings {
    /// The name in addresses of the tag that a rehearsal adds.
    private static let tag = "rehearsal"

    /// Copies floors, receivers, beacons, regions and zones; what the other store has besides stays.
    ///
    /// Actions and notices are not copied: a rehearsal must not open a door or send a message. Nor is a survey: what was
    /// received in the building does not fit a simulation.
    static func copy(from own: BeaconStore, to other: BeaconStore) async throws {
        try await other.floors.copy(from: own.floors)
        for receiver in try await own.all(ReceiverSetting.self) { try await other.saveMoved(receiver) }
        for beacon in try await own.all(KnownBeacon.self) where beacon.id != tag { try await other.save(beacon) }
        for region in try await own.all(RegionSetting.self) { try await other.save(region) }
        for zone in try await own.all(ZoneSetting.self) { try await other.save(zone) }
    }

    /// Adds a tag of the first region if nothing is carried yet.
    static func addTag(named name: String, to store: BeaconStore) async throws {
        guard try await SimulatedParts(of: store).carried.isEmpty else { return }
        let region = try await store.all(RegionSetting.self).first
        let beacon = BeaconIdentity.iBeacon(
            uuid: region.flatMap { BeaconUUID($0.uuid) } ?? BeaconWalk.venueUUID,
            major: region?.major ?? 1,
            minor: region?.minor ?? 1
        )
        try await store.save(KnownBeacon(id: tag, name: name, beacon: beacon.key).checked())
    }
}
