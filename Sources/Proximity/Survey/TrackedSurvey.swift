/// Records a survey by a device whose camera tracks it: somebody carries it together with a tag, and names two places of
/// the plan on the way.
///
/// Unlike `SurveyRecorder` it needs no straight ways: what was received at a time belongs to the place of the path at
/// that time. Stretches without tracking are left out.
public struct TrackedSurvey: Sendable {
    /// What a walk gave.
    public struct Outcome: Sendable {
        /// The samples, for the venue's survey.
        public var samples: [SurveySample] = []
        /// How many packets they stand for.
        public var packets = 0
        /// How many packets came while the device was not tracked.
        public var packetsWithoutTracking = 0
        /// How many packets came where the plan has no floor.
        public var packetsOutside = 0
        /// How long the walk's breaks are, s.
        public var lostSeconds = 0.0
        /// The least sure place on the plan, m: one sigma by the marks alone.
        public var sigma = 0.0
    }

    /// How long a walk may take, s: its packets are kept until its end.
    public static let longestSeconds = 1_200.0
    /// The most packets that are kept: 20 minutes of a tag with ten packets per second at ten receivers.
    public static let mostPackets = 120_000

    /// The tag.
    public let beacon: BeaconIdentity
    /// The floor; `nil` for the one nearest to the ground.
    public let floor: String?
    /// When it began.
    public let began: Int64
    private var packets: [(receiver: String, level: Double, nanoseconds: Int64)] = []

    /// Begins a walk with a tag.
    public init(beacon: BeaconIdentity, floor: String?, at nanoseconds: Int64) {
        self.beacon = beacon
        self.floor = floor
        began = nanoseconds
    }

    /// How many packets are kept.
    public var packetCount: Int { packets.count }

    /// Whether its time is up, and what comes is not kept any more.
    public func isOver(at nanoseconds: Int64) -> Bool { Double(nanoseconds - began) > Self.longestSeconds * 1e9 }

    /// Processes a packet; `power` is the calibrated one at 1 m (dBm), without which the advertised one counts.
    public mutating func receive(_ packet: ReceivedPacket, by receiver: String, power: Double? = nil) {
        guard packet.beacon == beacon, packet.rssi != 127, packet.nanoseconds >= began,
            !isOver(at: packet.nanoseconds), packets.count < Self.mostPackets
        else { return }
        let level = Double(packet.rssi) - (power ?? packet.measuredPower.map(Double.init) ?? -59)
        packets.append((receiver, level, packet.nanoseconds))
    }

    /// What was received along a path that marks tie to a plan.
    ///
    /// Throws a `PlanTieError` if they do not.
    public func outcome(
        along path: TrackedPath,
        marks: [PlanTie.Mark],
        on plan: FloorPlan
    ) throws(PlanTieError) -> Outcome {
        let tie = try PlanTie(path, marks: marks)
        var (outcome, squares) = (Outcome(), SurveySquares())
        for packet in packets {
            guard let tracked = path.position(at: packet.nanoseconds) else {
                outcome.packetsWithoutTracking += 1
                continue
            }
            let position = tie.onPlan(tracked)
            guard plan.contains(position) else {
                outcome.packetsOutside += 1
                continue
            }
            outcome.packets += 1
            squares.add(packet.level, by: packet.receiver, at: position)
        }
        outcome.samples = squares.samples(on: floor)
        outcome.lostSeconds = path.lostSeconds
        outcome.sigma = path.positions.map(tie.sigma(at:)).max() ?? 0
        return outcome
    }
}
