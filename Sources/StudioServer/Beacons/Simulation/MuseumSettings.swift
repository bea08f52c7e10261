import Proximity

/// How the simulated museum is set up.
enum MuseumSettings {
    /// The tags, how each is carried, and how long after the start, s.
    static let tags: [(name: String, identity: BeaconIdentity, route: WalkRoute, delay: Double)] = [
        ("Guide Ada", 100, 1, BeaconWalk.venueRoute, 0.0), ("Visitor Ben", 200, 1, BeaconWalk.venueRoute, 22),
        ("Visitor Chloe", 200, 2, upstairs, 48),
    ].map { name, major, minor, route, delay in
        (name, .iBeacon(uuid: BeaconWalk.venueUUID, major: major, minor: minor), route, delay)
    }

    /// Receivers on the ground floor, where the walk's beacons hang.
    static let receivers: [ReceiverSetting] = zip(
        ["Entrance", "Hall north", "Shop", "Café", "Gallery", "Treasury"],
        BeaconWalk.venueBeacons
    ).enumerated().map { index, place in
        ReceiverSetting(
            id: "museum-\(index + 1)",
            name: place.0,
            x: place.1.position.x,
            y: place.1.position.y,
            floor: FloorStore.ground,
            height: 1.5,
            gain: 0
        )
    }

    /// A visit to the upper floor: through the hall, up the stairs at its northern wall, a round, and back.
    private static let upstairs = WalkRoute(stops: [
        WalkStop(0.5, 6), WalkStop(3, 7, seconds: 6), WalkStop(3, 12), WalkStop(6, 12, level: 1),
        WalkStop(6, 8, seconds: 4, level: 1), WalkStop(12, 4, seconds: 10, level: 1),
        WalkStop(20, 4, seconds: 10, level: 1),
        WalkStop(20, 11, seconds: 8, level: 1), WalkStop(12, 10, seconds: 8, level: 1), WalkStop(6, 12, level: 1),
        WalkStop(3, 12), WalkStop(3, 7), WalkStop(0.5, 6, seconds: 2),
    ])

    private static let ground = FloorSetting(
        id: FloorStore.ground,
        name: "Ground floor",
        level: 0,
        width: BeaconWalk.venuePlan.maximum.x,
        depth: BeaconWalk.venuePlan.maximum.y,
        walls: BeaconWalk.venuePlan.walls.map {
            WallSetting(x1: $0.start.x, y1: $0.start.y, x2: $0.end.x, y2: $0.end.y, loss: $0.loss)
        }
    )

    private static let upper = FloorSetting(
        id: "upper",
        name: "Upper floor",
        level: 1,
        width: ground.width,
        depth: ground.depth,
        walls: [
            WallSetting(x1: 8, y1: 0, x2: 8, y2: 6), WallSetting(x1: 8, y1: 9, x2: 8, y2: 14),
            WallSetting(x1: 16, y1: 7, x2: 24, y2: 7),
        ]
    )

    private static let upperReceivers = [
        ("Landing", 1.0, 13.0), ("Portraits", 12, 1), ("Ceramics", 23, 1), ("Reading room", 23, 13),
    ]
    .enumerated().map { index, place in
        ReceiverSetting(
            id: "museum-\(index + 7)",
            name: place.0,
            x: place.1,
            y: place.2,
            floor: "upper",
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
        ZoneSetting(id: "portraits", name: "Portraits and ceramics", x: 8, y: 0, width: 16, depth: 7, floor: "upper"),
    ]

    /// Keeps all of it in a store.
    static func save(in store: BeaconStore) async throws {
        for floor in [ground, upper] { try await store.floors.save(floor.checked()) }
        let plan = PlanSetting(width: ground.width, depth: ground.depth, walls: ground.walls, isPublic: true)
        try await store.floors.save(plan.checked())
        for receiver in receivers + upperReceivers { try await store.save(receiver.checked()) }
        for tag in tags {
            let id = "tag-\(tag.identity.major ?? 0)-\(tag.identity.minor ?? 0)"
            try await store.save(KnownBeacon(id: id, name: tag.name, beacon: tag.identity.key).checked())
        }
        for region in regions { try await store.save(region.checked()) }
        for zone in zones { try await store.save(store.floors.onFloor(zone.checked())) }
    }
}
