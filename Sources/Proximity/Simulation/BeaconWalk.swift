import RealModule

/// A simulated walk through a venue: the packets that a carried receiver receives, in order.
///
/// Path loss and walls set the level; shadowing depends on the position, fading on the position and the channel, body
/// loss on the direction of walking; packets get lost. The same seed gives the same walk, packet by packet.
public struct BeaconWalk: Sequence, IteratorProtocol, Sendable {
    /// The venue.
    public let plan: FloorPlan
    /// Its beacons.
    public let beacons: [SimulatedBeacon]
    /// The route.
    public let route: WalkRoute
    /// The radio conditions.
    public let conditions: RadioConditions

    private var generator: SeededGenerator
    private let links: [SimulatedLink]
    private var due: [Double]

    /// Creates a walk that has not begun.
    public init(
        plan: FloorPlan,
        beacons: [SimulatedBeacon],
        route: WalkRoute,
        conditions: RadioConditions = RadioConditions(),
        seed: UInt64
    ) {
        self.plan = plan
        self.beacons = beacons
        self.route = route
        self.conditions = conditions
        var generator = SeededGenerator(seed: seed)
        let shadows = beacons.map { _ in RandomField(length: conditions.shadowingLength, using: &generator) }
        links = shadows.map { SimulatedLink(shadow: $0, echoes: SimulatedLink.makeEchoes(using: &generator)) }
        due = beacons.map { Double.random(in: 0..<$0.interval, using: &generator) }
        self.generator = generator
    }

    /// The next received packet; `nil` at the end of the walk.
    ///
    /// Times start at 0.
    public mutating func next() -> BeaconSighting? {
        while let index = due.indices.min(by: { due[$0] < due[$1] }), due[index] <= route.duration {
            let seconds = due[index]
            due[index] += beacons[index].interval + Double.random(in: 0..<0.01, using: &generator)
            if let rssi = receive(index, at: seconds) {
                return BeaconSighting(
                    frame: .iBeacon(beacons[index].frame),
                    rssi: rssi,
                    nanoseconds: Int64(seconds * 1e9)
                )
            }
        }
        return nil
    }

    /// The mean level of a beacon after path loss, walls and body loss, dBm, without shadowing and fading.
    public func meanLevel(of index: Int, at seconds: Double) -> Double {
        let (beacon, position) = (beacons[index], route.position(at: seconds))
        let loss = conditions.loss(
            plan,
            from: SimulatedEnd(position: beacon.position, height: 1.5),
            to: SimulatedEnd(position: position, heading: route.heading(at: seconds))
        )
        return Double(beacon.frame.measuredPower) - loss
    }

    private mutating func receive(_ index: Int, at seconds: Double) -> Int? {
        links[index].reception(
            mean: meanLevel(of: index, at: seconds),
            at: route.position(at: seconds),
            conditions: conditions,
            using: &generator
        )
    }
}

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
    public static let venueRoute = WalkRoute(stops: [
        WalkStop(0.5, 6), WalkStop(2, 7, seconds: 6), WalkStop(7, 6), WalkStop(10, 6), WalkStop(12, 2, seconds: 10),
        WalkStop(21, 3.5, seconds: 8), WalkStop(15, 6), WalkStop(15, 8), WalkStop(11.5, 12, seconds: 8),
        WalkStop(15, 11), WalkStop(17, 11), WalkStop(20, 12, seconds: 8), WalkStop(17, 11), WalkStop(15, 11),
        WalkStop(15, 8), WalkStop(15, 6), WalkStop(9, 6), WalkStop(7, 6), WalkStop(0.5, 6, seconds: 2),
    ])

    /// The visit `venueRoute` among the museum's beacons.
    public static func venue(seed: UInt64, conditions: RadioConditions = RadioConditions()) -> BeaconWalk {
        BeaconWalk(
            plan: venuePlan,
            beacons: venueBeacons,
            route: venueRoute,
            conditions: conditions,
            seed: seed
        )
    }

    /// A walk to one beacon from out of range and back, which paces up and down at the border of reception both times.
    ///
    /// The route is a long hall with free line of sight: shadowing of 3 dB (3GPP TR 38.901, InH-LOS).
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

extension BeaconWalk {
    /// The next packet that a receiver of the venue receives of a tag that the walker carries, and the index of that
    /// receiver; `nil` at the end of the walk.
    ///
    /// Each receiver hangs at the position of one of the walk's beacons: a link is the same in both directions.
    public mutating func nextReceived(of tag: IBeaconFrame) -> (receiver: Int, packet: ReceivedPacket)? {
        while let sighting = next() {
            guard case .iBeacon(let frame) = sighting.frame,
                let index = beacons.firstIndex(where: { $0.frame == frame })
            else { continue }
            let packet = ReceivedPacket(
                beacon: .iBeacon(uuid: tag.uuid, major: tag.major, minor: tag.minor),
                rssi: sighting.rssi,
                measuredPower: Int(tag.measuredPower),
                nanoseconds: sighting.nanoseconds
            )
            return (index, packet)
        }
        return nil
    }
}
