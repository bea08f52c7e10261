import Experiences
import Geometry
import WorldTracking

/// Edges and diagonals of rectangular things, measured by taps as a person measures them, against the truth.
///
/// The aim misses each corner by 2 to 4 pixels in a direction of its own, from 1 to 3 m. A person waits for READY as long as the patience
/// allows, then sets a rough point with a second tap.
struct TapJudge {
    /// What came of one length.
    struct Result {
        var truth: Double
        var measured: Double
        var sigma: Double
        var isRough: Bool
        /// How both ends were set.
        var ends: [End]

        /// Within 2 % and 5 mm.
        var isGood: Bool { abs(measured - truth) <= 0.02 * truth + 0.005 }
        /// Off by more than 10 % but stated under 5 %.
        var isMisleading: Bool { abs(measured - truth) > 0.1 * truth && sigma < 0.05 * measured }
    }
    /// How an end was set, and how far from its corner, as the camera sees both.
    struct End {
        var hit: HitTestTypes
        var snap: Snap?
        /// From the camera, metres.
        var distance: Double
        /// Of the point when it was set, metres: x right, y down, z away.
        var error: Vector3
        /// As the tool stated it, all directions together, metres.
        var sigma: Double
        /// For how many frames READY was waited for.
        var waited: Int
    }
    /// A length on its way.
    private struct Trial {
        var ends: [Truth.Target]
        var misses: [Vector2]
        var measuring = Measuring()
        var set: [End] = []
        /// In how many pictures the present end was aimed at without READY.
        var waited = 0
        /// How many pictures have gone by since the trial began.
        var age = 0

        var isOver: Bool { age > TapJudge.longest || !measuring.measurements.isEmpty }
    }

    private(set) var results: [Result] = []
    /// How many lengths were begun and never measured.
    private(set) var givenUp = 0
    /// Of those, how many had their first end.
    private(set) var halfDone = 0
    private var waiting: [[Truth.Target]] = []
    private var active: [Trial] = []
    private var hasBegun = false
    private var generator = SeededGenerator(seed: 23)

    /// How often each length is measured, with other misses and at other times.
    private static let repetitions = 3
    /// How many lengths are measured at once.
    private static let capacity = 18
    /// For how many pictures a person waits for READY.
    private static let patience = 60
    /// After how many pictures a length is given up: its second end was not seen.
    private static let longest = 300
    /// Seconds after the first picture when the first length begins.
    private static let start = 6.0
    private static let distances = 1.0...3.0
    /// How long the sides of a thing to be measured are at least, metres.
    private static let leastSide = 0.1
    /// How long a length may be to be measured, metres.
    private static let lengths = 0.15...3.0

    /// Looks at a frame; `world` is the session's own.
    mutating func look(_ view: View, _ truth: Truth, in world: inout World) {
        guard view.seconds > Self.start else { return }
        if !hasBegun { begin(truth) }
        fill(view, truth)
        for index in active.indices { advance(&active[index], view, truth, &world) }
        let over = active.filter(\.isOver)
        active.removeAll(where: \.isOver)
        for trial in over { close(trial) }
    }

    /// Closes what is still on its way.
    mutating func finish() {
        for trial in active { close(trial) }
        active = []
    }

    /// Of every outline the four edges and both diagonals, in an order of chance.
    private mutating func begin(_ truth: Truth) {
        hasBegun = true
        for outline in truth.outlines {
            let corners = Truth.cornerTargets(of: outline)
            let sides = corners.indices.map { (corners[$0].point - corners[($0 + 1) % 4].point).length }
            guard corners.count == 4, sides.allSatisfy({ $0 > Self.leastSide }) else { continue }
            for (first, second) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
            where Self.lengths.contains((corners[first].point - corners[second].point).length) {
                let length = [corners[first], corners[second]]
                waiting += Array(repeating: length, count: Self.repetitions)
            }
        }
        for index in waiting.indices.dropFirst().reversed() {
            waiting.swapAt(index, generator.nextIndex(below: index + 1))
        }
    }

    /// Begins lengths whose both ends are seen now.
    private mutating func fill(_ view: View, _ truth: Truth) {
        while active.count < Self.capacity {
            let next = waiting.firstIndex { ends in
                ends.allSatisfy { Self.pixel(of: $0, view, truth) != nil }
            }
            guard let next else { return }
            active.append(Trial(ends: waiting.remove(at: next), misses: [miss(), miss()]))
        }
    }

    private mutating func miss() -> Vector2 {
        let angle = 2 * .pi * generator.nextUniform()
        return Vector2(.cosine(of: angle), .sine(of: angle)) * (2 + 2 * generator.nextUniform())
    }

    private static func pixel(of target: Truth.Target, _ view: View, _ truth: Truth) -> Vector2? {
        guard distances.contains((view.trueWorldFromOptical.inverse * target.point).length) else { return nil }
        return truth.pixel(of: target, stamp: view.stamp)
    }

    private func advance(_ trial: inout Trial, _ view: View, _ truth: Truth, _ world: inout World) {
        trial.age += 1
        let end = trial.measuring.current == nil ? 0 : 1
        guard let pixel = Self.pixel(of: trial.ends[end], view, truth) else {
            return trial.measuring.rest(view.frame, in: world)
        }
        trial.measuring.update(view.frame, in: world, aimingAt: pixel + trial.misses[end])
        trial.waited += 1
        let isReady = trial.measuring.advice == .normal
        guard isReady || trial.waited > Self.patience else { return }
        let aim = trial.measuring.aim
        guard trial.measuring.place(in: &world) else { return }
        if let aim {
            let error = view.error(of: aim.hit.pointInWorld, from: trial.ends[end].point)
            trial.set.append(
                End(
                    hit: aim.hit.type,
                    snap: aim.snap,
                    distance: aim.hit.distance,
                    error: error,
                    sigma: aim.sigma,
                    waited: trial.waited
                )
            )
        }
        trial.waited = 0
    }

    private mutating func close(_ trial: Trial) {
        guard let measurement = trial.measuring.measurements.first,
            let reading = trial.measuring.reading(of: measurement)
        else {
            givenUp += 1
            if trial.measuring.current != nil { halfDone += 1 }
            return
        }
        results.append(
            Result(
                truth: (trial.ends[0].point - trial.ends[1].point).length,
                measured: reading.value,
                sigma: reading.sigma,
                isRough: measurement.isRough,
                ends: trial.set
            )
        )
    }
}

extension TapJudge.Result {
    /// One line for a person.
    var summary: String {
        let ends = ends.map { end in
            let (x, y, z) = (end.error.x * 1000, end.error.y * 1000, end.error.z * 1000)
            return "\(end.hit.name) \(end.snap.map { "\($0)".prefix(6) } ?? "-") at \(text(end.distance, 2)) m,"
                + " off \(text(x)) \(text(y)) \(text(z)) ± \(text(end.sigma * 1000)) mm, waited \(end.waited)"
        }
        return "\(isGood ? "good" : "off ") \(text(truth * 1000)) → \(text(measured * 1000)) ± \(text(sigma * 1000)) mm"
            + "\(isRough ? ", rough" : ""): \(ends.joined(separator: "; "))"
    }
}
