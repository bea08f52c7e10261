import Experiences
import Geometry
import WorldTracking

/// Edges and diagonals of rectangular things, measured by taps as a person measures them, against the truth.
///
/// The aim misses each corner by 2 to 4 pixels in a direction of its own, from 1 to 3 m. A person waits for READY as long as the patience
/// allows, then sets a rough point with a second tap. A person also keeps what is measured in view, but a recording's camera goes its own way:
/// so a length is begun when both ends stay in view for some time, and an end that leaves the view is aimed at when it is seen again.
struct TapJudge {
    /// What came of one length.
    struct Result {
        var truth: Double
        var measured: Double
        var sigma: Double
        var isRough: Bool
        /// The same measurement a second later: corners that were seen again are known better.
        var later: Double
        /// How both ends were set.
        var ends: [End]
        /// What makes its error.
        var parts: TapParts

        /// Within 2 % and 5 mm.
        var isGood: Bool { isClose(measured) }
        var isGoodLater: Bool { isClose(later) }
        /// Off by more than 10 % but stated under 5 %.
        var isMisleading: Bool { abs(measured - truth) > 0.1 * truth && sigma < 0.05 * measured }

        private func isClose(_ value: Double) -> Bool { abs(value - truth) <= 0.02 * truth + 0.005 }
    }
    /// How an end was set, and how far from its corner, as the camera sees both.
    struct End {
        var hit: HitTestTypes
        var snap: Snap?
        /// The anchor of the plane that was hit.
        var plane: Int32?
        /// When it was set, since the first image.
        var seconds: Double
        /// From the camera, metres.
        var distance: Double
        /// Of the point when it was set, metres: x right, y down, z away.
        var error: Vector3
        /// As the tool stated it, all directions together, metres.
        var sigma: Double
        /// Where the image showed its corner then, and by how much the aim missed it, pixels.
        var corner: Vector2
        var miss: Vector2
        /// For how many frames READY was waited for.
        var waited: Int
        /// From the camera to the corner when it was set, in the truth's world, of length 1.
        var sight: Vector3
        /// What it was set on, beside what is there.
        var surface: TapSurface
        /// Of the point when the length was finished, along the sight and across it, metres.
        var final = (along: 0.0, across: 0.0)
    }
    /// A length on its way.
    private struct Trial {
        var ends: [Truth.Target]
        var misses: [Vector2]
        var measuring = Measuring()
        var set: [End] = []
        /// In how many images the present end was aimed at without READY.
        var waited = 0
        /// In how many images an end was aimed at, and whether it was in the last one.
        var aimed = 0
        var isSeen = true
        /// How many images have gone by since the trial began.
        var age = 0
        /// How often each advice was given, and how often the present end was not seen (nil).
        var advices: [TrackingAdvice?: Int] = [:]

        /// What was read at the second tap, whether an end was rough then, at which age, and what makes its error.
        var reading: (value: Reading, isRough: Bool, age: Int, parts: TapParts)?

        var isOver: Bool { reading.map { age >= $0.age + TapJudge.lookedAt } ?? (aimed > TapJudge.longest) }
    }

    private(set) var results: [Result] = []
    /// How many lengths were begun and never measured.
    private(set) var givenUp = 0
    /// How many lengths were not begun: both ends were never seen together for long enough.
    var notBegun: Int { waiting.count }
    /// Of those, how many had their first end.
    private(set) var halfDone = 0
    /// What kept them from being measured, and how often.
    private(set) var obstacles: [String: Int] = [:]
    private var waiting: [[Truth.Target]] = []
    private var active: [Trial] = []
    private var hasBegun = false
    private var generator = SeededGenerator(seed: 23)

    /// How often each length is measured, with other misses and at other times.
    private static let repetitions = 3
    /// How many lengths are measured at once.
    private static let capacity = 18
    /// For how many images a person waits for READY.
    private static let patience = 60
    /// For how many images, one after the other, both ends are in view when a length is begun: three seconds, to wait and to turn.
    private static let kept = 90
    /// At how many of these images the view is examined, and the time between two images, nanoseconds.
    private static let (looks, imageNanoseconds) = (9, Int64(33_333_333))
    /// After how many images of aiming a length is given up.
    private static let longest = 300
    /// For how many images a reading is looked at: a second.
    private static let lookedAt = 30
    /// Seconds after the first image at which the first length begins.
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

    /// Begins lengths whose both ends are in view for some time from now on.
    private mutating func fill(_ view: View, _ truth: Truth) {
        while active.count(where: { $0.reading == nil && $0.isSeen }) < Self.capacity {
            let next = waiting.firstIndex { ends in ends.allSatisfy { Self.staysInView($0, view, truth) } }
            guard let next else { return }
            active.append(Trial(ends: waiting.remove(at: next), misses: [miss(), miss()]))
        }
    }

    private static func staysInView(_ target: Truth.Target, _ view: View, _ truth: Truth) -> Bool {
        guard pixel(of: target, view, truth) != nil else { return false }
        return (1...looks).allSatisfy { look in
            let later = Int64(look * kept / looks) * imageNanoseconds
            return truth.pixel(of: target, stamp: view.stamp + later) != nil
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
        guard trial.reading == nil else { return trial.measuring.rest(view.frame, in: world) }
        let end = trial.measuring.current == nil ? 0 : 1
        guard let pixel = Self.pixel(of: trial.ends[end], view, truth) else {
            trial.isSeen = false
            trial.advices[nil, default: 0] += 1
            return trial.measuring.rest(view.frame, in: world)
        }
        trial.isSeen = true
        trial.aimed += 1
        trial.measuring.update(view.frame, in: world, aimingAt: pixel + trial.misses[end])
        trial.advices[trial.measuring.advice, default: 0] += 1
        // A scale that is not known yet is waited for.
        if trial.measuring.advice != .scaleRough { trial.waited += 1 }
        let isReady = trial.measuring.advice == .normal
        guard isReady || trial.waited > Self.patience else { return }
        let aim = trial.measuring.aim
        guard trial.measuring.place(in: &world) else { return }
        if let aim, let point = Self.points(of: trial.measuring).last?.pointInWorld {
            let corner = trial.ends[end].point
            trial.set.append(
                End(
                    hit: aim.hit.type,
                    snap: aim.snap,
                    plane: aim.hit.anchorIdentifier,
                    seconds: view.seconds,
                    distance: aim.hit.distance,
                    error: view.error(of: point, from: corner),
                    sigma: aim.sigma,
                    corner: pixel,
                    miss: trial.misses[end],
                    waited: trial.waited,
                    sight: (corner - view.trueWorldFromOptical.translation).normalized,
                    surface: TapSurface(
                        aim,
                        isTriangulated: trial.measuring.isAimTriangulated,
                        point: point,
                        corner: corner,
                        pixel: pixel,
                        in: view
                    )
                )
            )
        }
        trial.waited = 0
        finish(&trial, view, truth)
    }

    /// Notes the reading if both ends are set, and what makes its error.
    private func finish(_ trial: inout Trial, _ view: View, _ truth: Truth) {
        guard let measurement = trial.measuring.measurements.first,
            let reading = trial.measuring.reading(of: measurement), trial.set.count == 2
        else { return }
        let errors = zip(measurement.points, trial.ends).map { point, end in
            view.trueWorldFromOptical.rotation * view.error(of: point.pointInWorld, from: end.point)
        }
        for index in trial.set.indices {
            let along = dot(errors[index], trial.set[index].sight)
            trial.set[index].final = (along, (errors[index] - trial.set[index].sight * along).length)
        }
        let parts = TapParts(
            trial.ends.map(\.point),
            trial.set,
            errors: errors,
            eye: view.trueWorldFromOptical.translation,
            scale: Self.scale(of: view, truth)
        )
        trial.reading = (reading, measurement.isRough, trial.age, parts)
    }

    /// By how much too far the landmarks of a frame lie, as a factor: what is common to them is the world's scale.
    private static func scale(of view: View, _ truth: Truth) -> Double {
        let eye = view.camera.positionInWorld
        let ratios = view.frame.points.compactMap { landmark -> Double? in
            guard let point = truth.point(at: landmark.pixel, stamp: view.stamp) else { return nil }
            let ratio = (landmark.pointInWorld - eye).length / (point - view.trueWorldFromOptical.translation).length
            return abs(ratio - 1) < 0.2 ? ratio : nil
        }
        return ratios.isEmpty ? 1 : median(ratios)
    }

    private static func points(of measuring: Measuring) -> [MeasuredPoint] {
        (measuring.current ?? measuring.measurements.first)?.points ?? []
    }

    private mutating func close(_ trial: Trial) {
        guard let atTap = trial.reading, let measurement = trial.measuring.measurements.first else {
            givenUp += 1
            if trial.measuring.current != nil { halfDone += 1 }
            let most = trial.advices.max { ($0.value, name($0.key)) < ($1.value, name($1.key)) }
            obstacles[most.map { name($0.key) } ?? "the recording ended", default: 0] += 1
            return
        }
        results.append(
            Result(
                truth: (trial.ends[0].point - trial.ends[1].point).length,
                measured: atTap.value.value,
                sigma: atTap.value.sigma,
                isRough: atTap.isRough,
                later: trial.measuring.reading(of: measurement)?.value ?? atTap.value.value,
                ends: trial.set,
                parts: atTap.parts
            )
        )
    }

    private func name(_ advice: TrackingAdvice?) -> String { advice.map { "\($0)" } ?? "an end was not seen" }
}

extension TapJudge.End {
    /// What it was set on and drawn to.
    var manner: String { "\(hit.name)\(snap.map { ", drawn to \("\($0)".prefix { $0 != "(" })" } ?? "")" }
}

extension TapJudge.Result {
    /// What makes the most of its error.
    var cause: TapStage { parts.cause(of: measured - truth) }

    /// One line for a person.
    var summary: String {
        let ends = ends.map { end in
            let (x, y, z) = (end.error.x * 1000, end.error.y * 1000, end.error.z * 1000)
            let plane = end.plane.map { " \($0)" } ?? ""
            let (pixel, miss) = (end.corner, end.miss)
            return "\(end.hit.name)\(plane) \(end.snap.map { "\($0)".prefix(6) } ?? "-") at \(text(end.distance, 2)) m,"
                + " \(text(end.seconds, 2)) s, off \(text(x)) \(text(y)) \(text(z)) ± \(text(end.sigma * 1000)) mm, waited \(end.waited),"
                + " corner at \(text(pixel.x)), \(text(pixel.y)), aim beside it by \(text(miss.x)), \(text(miss.y)) px,"
                + " seen \(text(end.surface.pixelsBeside)) px beside it, plane off \(end.surface.planeError.map { text($0 * 1000) } ?? "-"),"
                + " in the end \(text(end.final.along * 1000)) along, \(text(end.final.across * 1000)) across"
        }
        return "\(isGood ? "good" : "off ") \(text(truth * 1000)) → \(text(measured * 1000)) ± \(text(sigma * 1000)) mm"
            + "\(isRough ? ", rough" : ""): \(ends.joined(separator: "; ")) = \(parts.summary)"
    }
}
