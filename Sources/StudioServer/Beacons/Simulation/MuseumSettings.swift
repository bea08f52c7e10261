import Proximity

/// How the simulated museum is set up.
enum MuseumSettings {
    /// The tags and how long after the start each is carried in, s.
    static let tags: [(name: String, identity: BeaconIdentity, delay: Double)] = [
        ("Guide Ada", 100, 1, 0.0), ("Visitor Ben", 200, 1, 22), ("Visitor Chloe", 200, 2, 48),
    ].map { name, major, minor, delay in
        (name, .iBeacon(uuid: BeaconWalk.venueUUID, major: major, minor: minor), delay)
    }

    /// Receivers where the walk's beacons hang.
    static let receivers: [ReceiverSetting] = zip(
        ["Entrance", "Hall north", "Shop", "Café", "Gallery", "Treasury"],
        BeaconWalk.venueBeacons
    ).enumerated().map { index, place in
        ReceiverSetting(
            id: "museum-\(index + 1)",
            name: place.0,
            x: place.1.position.x,
            y: place.1.position.y,
            height: 1.5,
            gain: 0
        )
    }

    private static let regions = [
        RegionSetting(id: "guides", name: "Guides in the house", uuid: "\(BeaconWalk.venueUUID)", major: 100),
        RegionSetting(id: "visitors", name: "Visitors in the house", uuid: "\(BeaconWalk.venueUUID)", major: 200),
    ]

    private static let zones = [
        ZoneSetting(id: "shop", name: "Shop and café", x: 8, y: 0, width: 16, depth: 7),
        ZoneSetting(id: "gallery", name: "Gallery", x: 8, y: 7, width: 8, depth: 7),
        ZoneSetting(id: "treasury", name: "Treasury", x: 16, y: 7, width: 8, depth: 7),
    ]

    /// Keeps all of it in a store.
    static func save(in store: BeaconStore) async throws {
        let floor = BeaconWalk.venuePlan
        let walls = floor.walls.map {
            PlanSetting.Wall(x1: $0.start.x, y1: $0.start.y, x2: $0.end.x, y2: $0.end.y, loss: $0.loss)
        }
        let plan = PlanSetting(width: floor.maximum.x, depth: floor.maximum.y, walls: walls, isPublic: true)
        try await store.save(plan.checked())
        for receiver in receivers { try await store.save(receiver.checked()) }
        for tag in tags {
            let id = "tag-\(tag.identity.major ?? 0)-\(tag.identity.minor ?? 0)"
            try await store.save(KnownBeacon(id: id, name: tag.name, beacon: tag.identity.key).checked())
        }
        for region in regions { try await store.save(region.checked()) }
        for zone in zones { try await store.save(zone.checked()) }
    }
}
