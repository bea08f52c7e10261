extension BeaconWalk {
    /// The UUID of the simulated venue's beacons.
    public static let venueUUID = BeaconUUID(high: 0x5167_4874_6C69_6E65, low: 0x8000_0000_BEAC_0000)

    /// The plan of a small museum, 24 m × 14 m: a hall with the entrance and three rooms.
    public static let venuePlan = FloorPlan(
        maximum: SIMD2(24, 14),
        walls: [
            Wall(from: SIMD2(8, 0), to: SIMD2(8, 5)), Wall(from: SIMD2(8, 7), to: SIMD2(8, 14)),
            Wall(from: SIMD2(8, 7), to: SIMD2(14, 7)), Wall(from: SIMD2(16, 7), to: SIMD2(24, 7)),
            Wall(from: SIMD2(16, 7), to: SIMD2(16, 10)), Wall(from: SIMD2(16, 12), to: SIMD2(16, 14)),
        ]
    )

    /// The museum's beacons: major 1 in the hall, 2, 3 and 4 in the rooms.
    public static let venueBeacons: [SimulatedBeacon] = [
        (1, 1, SIMD2(1.0, 7.0)), (1, 2, SIMD2(7.0, 12.5)), (2, 1, SIMD2(12.0, 1.0)), (2, 2, SIMD2(22.5, 3.5)),
        (3, 1, SIMD2(11.0, 13.0)), (4, 1, SIMD2(20.0, 13.0)),
    ].map { major, minor, position in
        SimulatedBeacon(frame: IBeaconFrame(uuid: venueUUID, major: major, minor: minor), position: position)
    }

    /// A visit of about two minutes: through the hall into every room and back to the entrance.
    public static func venue(seed: UInt64, conditions: RadioConditions = RadioConditions()) -> BeaconWalk {
        let stops = [
            WalkStop(0.5, 6), WalkStop(2, 7, seconds: 6), WalkStop(7, 6), WalkStop(10, 6), WalkStop(12, 2, seconds: 10),
            WalkStop(21, 3.5, seconds: 8), WalkStop(15, 6), WalkStop(15, 8), WalkStop(11.5, 12, seconds: 8),
            WalkStop(15, 11), WalkStop(17, 11), WalkStop(20, 12, seconds: 8), WalkStop(17, 11), WalkStop(15, 11),
            WalkStop(15, 8), WalkStop(15, 6), WalkStop(9, 6), WalkStop(7, 6), WalkStop(0.5, 6, seconds: 2),
        ]
        return BeaconWalk(
            plan: venuePlan,
            beacons: venueBeacons,
            route: WalkRoute(stops: stops),
            conditions: conditions,
            seed: seed
        )
    }

    /// A walk to one beacon from out of earshot and back, pacing up and down at the border of reception on either way.
    ///
    /// The way is a long hall in free sight: shadowing of 3 dB (3GPP TR 38.901, InH-LOS).
    public static func border(seed: UInt64) -> BeaconWalk {
        let beacon = SimulatedBeacon(frame: IBeaconFrame(uuid: venueUUID, major: 9, minor: 1), position: .zero)
        let pacing = (0..<4).flatMap { _ in [WalkStop(47, 0, seconds: 1), WalkStop(42, 1, seconds: 1)] }
        let stops =
            [WalkStop(90, 0)] + pacing + [WalkStop(1, 0, seconds: 20)] + pacing + [WalkStop(110, 0, seconds: 20)]
        var conditions = RadioConditions()
        conditions.shadowing = 3
        return BeaconWalk(
            plan: FloorPlan(minimum: SIMD2(-5, -5), maximum: SIMD2(120, 5)),
            beacons: [beacon],
            route: WalkRoute(stops: stops),
            conditions: conditions,
            seed: seed
        )
    }
}
