import Foundation
import Proximity

/// What a walk with a tracked device gives, and where the device truly was.
struct TrackedWalk {
    var survey: TrackedSurvey
    var path: TrackedPath
    var truths: [(nanoseconds: Int64, position: SIMD2<Double>)]

    /// A mark at the true place at a share of the walk, off by what a person's finger is.
    func mark(at share: Double, off: SIMD2<Double> = .zero) -> PlanTie.Mark {
        let truth = truths[Int(Double(truths.count - 1) * share)]
        return PlanTie.Mark(nanoseconds: truth.nanoseconds, position: truth.position + off)
    }
}

/// A venue whose receivers have other gains, and whose building has another exponent, than the law.
struct StrangeBuilding {
    private let second: Int64 = 1_000_000_000
    private let tag: BeaconIdentity
    private let listeners: [SimulatedRadio.Listener]
    private let receivers: [VenueReceiver]
    let plan: FloorPlan
    private var radio: SimulatedRadio
    private var time: Int64 = 0

    init(tag: BeaconIdentity, seed: UInt64) {
        self.tag = tag
        let places = [SIMD2(0.5, 0.5), SIMD2(15.5, 0.5), SIMD2(0.5, 11.5), SIMD2(15.5, 11.5), SIMD2(8.5, 6)]
        listeners = zip(places, [0, -9, 6, -4, 8]).enumerated().map { index, each in
            let end = SimulatedEnd(position: each.0, height: 2.5)
            return SimulatedRadio.Listener(identifier: "r\(index)", gain: each.1, end: end)
        }
        receivers = places.enumerated().map { VenueReceiver(identifier: "r\($0)", position: $1, height: 2.5) }
        var conditions = RadioConditions()
        conditions.exponent = 2.7
        let walls = [Wall(from: SIMD2(8, 0), to: SIMD2(8, 9)), Wall(from: SIMD2(0, 6), to: SIMD2(5, 6), loss: 15)]
        plan = FloorPlan(maximum: SIMD2(16, 12), walls: walls)
        radio = SimulatedRadio(plan: plan, conditions: conditions, seed: seed, at: 0)
    }

    /// Carries the tag along a route; five times per second the time, the place, and what was received.
    private mutating func walk(_ route: WalkRoute, _ step: (Int64, SIMD2<Double>, [SimulatedRadio.Reception]) -> Void) {
        let start = time
        while Double(time - start) * 1e-9 < route.duration {
            time += second / 5
            let seconds = Double(time - start) * 1e-9
            let position = route.position(at: seconds)
            let end = SimulatedEnd(position: position, heading: route.heading(at: seconds))
            let sender = SimulatedRadio.Sender(identity: tag, end: end)
            step(time, position, radio.packets(of: [sender], to: listeners, until: time))
        }
    }

    /// A survey back and forth over the whole floor, one line per metre.
    mutating func surveyed() -> [SurveySample] {
        var (recorder, samples) = (SurveyRecorder(beacon: tag), [SurveySample]())
        for line in 0..<12 {
            let y = 0.5 + Double(line)
            let stops = line % 2 == 0 ? [WalkStop(0.5, y), WalkStop(15.5, y)] : [WalkStop(15.5, y), WalkStop(0.5, y)]
            samples += recorder.mark(stops[0].position, at: time)
            walk(WalkRoute(stops: stops)) { _, _, received in
                for each in received { recorder.receive(each.packet, by: each.receiver) }
            }
            samples += recorder.mark(stops[1].position, at: time)
        }
        return samples
    }

    /// A walk that is neither straight nor steady, along walls and around corners, as a device sees it that its camera tracks.
    ///
    /// Its scale is 1 % off, its place drifts, and for `lost` seconds of the walk it is not tracked. `rotation` is that of its world.
    mutating func tracked(rotation: Double, lost: ClosedRange<Double>, seed: UInt64) -> TrackedWalk {
        var (survey, generator) = (TrackedSurvey(beacon: tag, floor: nil, at: time), SeededGenerator(seed: seed))
        var (points, drift) = ([[TrackedPath.Point]](), SIMD2<Double>.zero)
        var truths: [(nanoseconds: Int64, position: SIMD2<Double>)] = []
        var stops: [WalkStop] = []
        for line in 0..<12 {
            let (y, bend) = (0.5 + Double(line), line % 3 == 0 ? 0.4 : -0.4)
            let rest = line % 4 == 0 ? 2.0 : 0
            let way = [(0.5, y), (5.0, y + bend), (11, y), (15.5, y)].map { WalkStop($0, max($1, 0.2), seconds: rest) }
            stops += line % 2 == 0 ? way : way.reversed()
        }
        let (sine, cosine, start) = (sin(rotation), cos(rotation), time)
        walk(WalkRoute(stops: stops)) { now, position, received in
            for each in received { survey.receive(each.packet, by: each.receiver) }
            truths.append((now, position))
            drift += SIMD2(generator.gaussian(), generator.gaussian()) * 0.01
            let moved = position * 1.01 + drift - SIMD2(4, 9)
            let seen = SIMD2(cosine * moved.x + sine * moved.y, cosine * moved.y - sine * moved.x)
            guard !lost.contains(Double(now - start) * 1e-9) else {
                if points.last?.isEmpty == false { points.append([]) }
                return
            }
            if points.isEmpty { points.append([]) }
            points[points.count - 1].append(TrackedPath.Point(nanoseconds: now, position: seen))
        }
        return TrackedWalk(survey: survey, path: TrackedPath(stretches: points), truths: truths)
    }

    /// The errors of the positions on one walk, once per second, by two surveys.
    mutating func errors(surveys first: [SurveySample], _ second: [SurveySample]) throws -> ([Double], [Double]) {
        var trackers = try [first, second].map { survey in
            var tracker = VenueTracker()
            let configuration = VenueConfiguration(plan: plan, receivers: receivers, survey: survey)
            try tracker.configure(configuration, at: time)
            // A receiver that does not greet again counts for fifteen seconds.
            tracker.receiverSeconds = .infinity
            for receiver in receivers { try tracker.greet(receiver.identifier, at: time) }
            return tracker
        }
        var errors = [[Double]](repeating: [], count: 2)
        let stops = [(2.0, 2.0), (7, 3), (7, 10), (12, 10), (14, 3), (10, 6), (3, 9)]
        walk(WalkRoute(stops: stops.map { WalkStop($0, $1, seconds: 3) })) { now, truth, received in
            for index in trackers.indices {
                for each in received { _ = trackers[index].receive(each.packet, by: each.receiver) }
                _ = trackers[index].advance(to: now)
                guard now % 1_000_000_000 == 0,
                    let found = trackers[index].snapshot(at: now).beacons.first?.position
                else { continue }
                let offset = found.position - truth
                errors[index].append((offset * offset).sum().squareRoot())
            }
        }
        return (errors[0], errors[1])
    }
}
