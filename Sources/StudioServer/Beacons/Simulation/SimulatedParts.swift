import Proximity

/// What takes part in a simulated venue, as its settings say.
struct SimulatedParts: Sendable {
    let plan: FloorPlan
    let receivers: [ReceiverSetting]
    private let beacons: [VenueBeacon]

    /// The parts by the settings in a store; without a plan a square of 20 m.
    init(of store: BeaconStore) async throws {
        plan = try await store.plan().floorPlan ?? FloorPlan(maximum: SIMD2(20, 20))
        receivers = try await store.all(ReceiverSetting.self)
        beacons = try await store.all(KnownBeacon.self).compactMap(\.venueBeacon)
    }

    /// What is carried: keys of beacons, then receivers' names in addresses.
    var carried: [String] {
        beacons.filter { $0.position == nil }.map(\.identity.key)
            + receivers.map(\.venueReceiver).filter { $0.position == nil }.map(\.identifier)
    }

    /// The beacons that are there, with those who carry them.
    func senders(_ walkers: [String: SimulatedWalker]) -> [SimulatedRadio.Sender] {
        beacons.compactMap { beacon in
            let hanging = beacon.position.map { SimulatedEnd(position: $0, height: beacon.height) }
            return (hanging ?? walkers[beacon.identity.key]?.end).map {
                SimulatedRadio.Sender(identity: beacon.identity, power: Int(beacon.power ?? -59), end: $0)
            }
        }
    }

    /// The receivers that are there, with those who carry them.
    func listeners(_ walkers: [String: SimulatedWalker]) -> [SimulatedRadio.Listener] {
        receivers.map(\.venueReceiver).compactMap { receiver in
            let hanging = receiver.position.map { SimulatedEnd(position: $0, height: receiver.height) }
            return (hanging ?? walkers[receiver.identifier]?.end).map {
                SimulatedRadio.Listener(identifier: receiver.identifier, gain: receiver.gain, end: $0)
            }
        }
    }
}
