import Foundation
import Proximity
import Testing

@Suite struct TrackedSurveyTests {
    private let second: Int64 = 1_000_000_000
    private let tag = BeaconIdentity.iBeacon(uuid: BeaconWalk.venueUUID, major: 1, minor: 1)

    /// A path along points, one per second, in stretches.
    private func path(_ stretches: [(from: Int64, points: [SIMD2<Double>])]) -> TrackedPath {
        TrackedPath(
            stretches: stretches.map { stretch in
                stretch.points.enumerated().map { index, point in
                    TrackedPath.Point(nanoseconds: (stretch.from + Int64(index)) * second, position: point)
                }
            }
        )
    }

    private func mark(_ seconds: Int64, _ x: Double, _ y: Double) -> PlanTie.Mark {
        PlanTie.Mark(nanoseconds: seconds * second, position: SIMD2(x, y))
    }

    @Test func `Two places turn and shift a path onto the plan`() throws {
        // The path goes 6 m along its x and 4 m along its y; on the plan that is up, then left.
        let walked = path([(0, [SIMD2(1, 1), SIMD2(4, 1), SIMD2(7, 1), SIMD2(7, 3), SIMD2(7, 5)])])
        let tie = try PlanTie(walked, marks: [mark(0, 10, 2), mark(2, 10, 8)])
        #expect(abs(tie.rotation - .pi / 2) < 1e-9)
        let end = tie.onPlan(SIMD2(7, 5))
        #expect(abs(end.x - 6) < 1e-9 && abs(end.y - 8) < 1e-9)
        let sigmas = (tie.sigma(at: SIMD2(4, 1)), tie.sigma(at: SIMD2(7, 5)), tie.sigma(at: SIMD2(40, 1)))
        #expect(sigmas.0 < sigmas.1 && sigmas.1 < sigmas.2, "the farther from the marks, the less sure: \(sigmas)")
        // A third mark that is a bit off moves the tie by a part of that.
        let third = try PlanTie(walked, marks: [mark(0, 10, 2), mark(2, 10, 8), mark(4, 5.7, 8)])
        let moved = third.onPlan(SIMD2(7, 5)) - end
        #expect(moved.x < 0 && moved.x > -0.3)
    }

    @Test func `A distance that the walk contradicts is refused with both figures`() throws {
        let walked = path([(0, (0...8).map { SIMD2(Double($0), 0) })])
        do {
            _ = try PlanTie(walked, marks: [mark(0, 0, 0), mark(8, 0, 11)])
            Issue.record("11 m on the plan are not 8 m of a walk")
        } catch .distancesDisagree(let onPlan, let byWalk, let sigma) {
            #expect(onPlan == 11 && byWalk == 8 && sigma > 0.4 && sigma < 0.6)
        }
        // A fingertip's error is no contradiction.
        _ = try PlanTie(walked, marks: [mark(0, 0, 0), mark(8, 0, 8.9)])
        #expect(throws: PlanTieError.tooFewMarks) { try PlanTie(walked, marks: [mark(0, 0, 0)]) }
        #expect(throws: PlanTieError.marksTooNear(distance: 2, least: 3)) {
            try PlanTie(walked, marks: [mark(0, 0, 0), mark(2, 0, 2)])
        }
        #expect(throws: PlanTieError.markWithoutTracking(1)) {
            try PlanTie(walked, marks: [mark(0, 0, 0), mark(9, 0, 9)])
        }
    }

    @Test func `Packets belong to the place at their time, and a stretch without tracking is left out`() throws {
        var survey = TrackedSurvey(beacon: tag, floor: "upstairs", at: 10 * second)
        func receive(_ seconds: Double, _ rssi: Int = -70) {
            let packet = ReceivedPacket(beacon: tag, rssi: rssi, measuredPower: -60, nanoseconds: Int64(seconds * 1e9))
            survey.receive(packet, by: "a")
        }
        for seconds in [9.0, 10.5, 11, 14.5, 17.5, 19] { receive(seconds) }
        receive(11, 127)
        let walked = path([
            (10, [SIMD2(0, 0), SIMD2(2, 0), SIMD2(4, 0)]), (16, [SIMD2(4, 4), SIMD2(4, 6), SIMD2(4, 8)]),
        ])
        #expect(walked.trackedSeconds == 4 && walked.lostSeconds == 4)
        let plan = FloorPlan(maximum: SIMD2(6, 7.5))
        let marks = [mark(10, 1, 1), mark(12, 5, 1), mark(16, 5, 5)]
        let outcome = try survey.outcome(along: walked, marks: marks, on: plan)
        #expect(outcome.packetsWithoutTracking == 2, "at 14.5 and 19 s")
        #expect(outcome.packetsOutside == 1, "at 17.5 s")
        #expect(outcome.packets == 2 && outcome.samples.map(\.floor) == ["upstairs", "upstairs"])
        #expect(outcome.samples.map(\.level) == [-10, -10])
        for (sample, x) in zip(outcome.samples, [2.0, 3]) {
            #expect((sample.position - SIMD2(x, 1)).max() < 1e-9 && (sample.position - SIMD2(x, 1)).min() > -1e-9)
        }
    }

    @Test func `A walk keeps at most its packets and its time`() {
        var survey = TrackedSurvey(beacon: tag, floor: nil, at: 0)
        let late = Int64((TrackedSurvey.longestSeconds + 1) * 1e9)
        #expect(survey.isOver(at: late) && !survey.isOver(at: second))
        for index in 0..<(TrackedSurvey.mostPackets + 10) {
            let time = index % 2 == 0 ? Int64(index) * 1_000 : late
            survey.receive(ReceivedPacket(beacon: tag, rssi: -60, measuredPower: -59, nanoseconds: time), by: "a")
        }
        #expect(survey.packetCount == TrackedSurvey.mostPackets / 2 + 5)
        for _ in 0..<TrackedSurvey.mostPackets {
            survey.receive(ReceivedPacket(beacon: tag, rssi: -60, measuredPower: -59, nanoseconds: 1), by: "a")
        }
        #expect(survey.packetCount == TrackedSurvey.mostPackets)
    }

    @Test func `A tracked walk makes errors smaller by two fifths where receivers and building differ from the law`()
        throws
    {
        var (plain, surveyed, offsets) = ([Double](), [Double](), [Double]())
        for seed in UInt64(1)...4 {
            var building = StrangeBuilding(tag: tag, seed: seed)
            let walk = building.tracked(rotation: Double(seed) * 1.3, lost: 60...75, seed: seed)
            // Two taps, each a hand's width off.
            let marks = [walk.mark(at: 0.05, off: SIMD2(0.2, -0.15)), walk.mark(at: 0.9, off: SIMD2(-0.2, 0.2))]
            let outcome = try walk.survey.outcome(along: walk.path, marks: marks, on: building.plan)
            #expect(outcome.packetsWithoutTracking > 50 && abs(outcome.lostSeconds - 15) < 1)
            let tie = try PlanTie(walk.path, marks: marks)
            for truth in walk.truths {
                guard let tracked = walk.path.position(at: truth.nanoseconds) else { continue }
                let offset = tie.onPlan(tracked) - truth.position
                offsets.append((offset * offset).sum().squareRoot())
            }
            let (without, with) = try building.errors(surveys: [], outcome.samples)
            plain += without
            surveyed += with
        }
        let means = [plain, surveyed, offsets].map { $0.reduce(0, +) / Double($0.count) }
        #expect(plain.count > 100)
        #expect(means[1] < means[0] * 0.6, "\(means) m")
        #expect(means[2] < 0.5, "the tracked path lies on the plan: \(means) m")
    }
}
