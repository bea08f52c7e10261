import Proximity

/// What takes part in a simulated venue, as its settings say.
struct SimulatedParts: Sendable {
    /// The floors, lowest first; at least one.
    let floors: [VenueFloor]
    let receivers: [ReceiverSetting]
    /// What a signal loses between floors.
    let ceilings: CeilingLoss
    private let beacons: [VenueBeacon]

    /// The parts by the settings in a store; without a plan a square of 20 m.
    init(of store: BeaconStore) async throws {
        let kept = try await store.floors.all().map(\.venueFloor)
        let square = VenueFloor(identifier: FloorStore.ground, plan: FloorPlan(maximum: SIMD2(20, 20)))
        floors = kept.isEmpty ? [square] : kept
        ceilings = try await store.floors.plan().radio.ceilings
        receivers = try await store.all(ReceiverSetting.self)
        beacons = try await store.all(KnownBeacon.self).compactMap(\.venueBeacon)
    }

    /// The floor nearest to a storey.
    func floor(at level: Double) -> VenueFloor {
        floors.min { abs(Double($0.level) - level) < abs(Double($1.level) - level) } ?? floors[0]
    }

    /// The storey of the floor with a name in addresses; nil for the one nearest to the ground.
    func level(of floor: String?) -> Double {
        Double(floors.first { $0.identifier == floor }?.level ?? self.floor(at: 0).level)
    }

    /// What is carried: keys of beacons, then receivers' names in addresses.
    var carried: [String] {
        beacons.filter { $0.position == nil }.map(\.identity.key)
            + receivers.map(\.venueReceiver).filter { $0.position == nil }.map(\.identifier)
    }

    /// The beacons that are there, with those who carry them.
    func senders(_ walkers: [String: SimulatedWalker]) -> [SimulatedRadio.Sender] {
        beacons.compactMap { beacon in
            let hanging = beacon.position.map {
                SimulatedEnd(position: $0, level: level(of: beacon.floor), height: beacon.height)
            }
            return (hanging ?? walkers[beacon.identity.key]?.end).map {
                SimulatedRadio.Sender(identity: beacon.identity, power: Int(beacon.power ?? -59), end: $0)
            }
        }
    }

    /// The receivers that are there, with those who carry them.
    func listeners(_ walkers: [String: SimulatedWalker]) -> [SimulatedRadio.Listener] {
        receivers.map(\.venueReceiver).compactMap { receiver in
            let hanging = receiver.position.map {
                SimulatedEnd(position: $0, level: level(of: receiver.floor), height: receiver.height)
            }
            return (hanging ?? walkers[receiver.identifier]?.end).map {
                SimulatedRadio.Listener(identifier: receiver.identifier, gain: receiver.gain, end: $0)
            }
        }
    }
}
