import Foundation
import Geometry
import Recordings
import Testing

@testable import Odometry
@testable import Simulation

/// The odometry with every phone's own samples, times, shutter and lens, by points in place of images (docs/notes/phones.md).
@Suite("Walks with phones' sensors")
struct PhoneWalkTests {
    /// What became of a walk.
    private struct Outcome: Sendable {
        let phone: String
        let firstPose: Double
        let tracked: Double
        let scaleError: Double
        let scaleSigma: Double
        /// How often another estimator was reported.
        let changeCount: Int
        /// The largest distance that the camera of the former estimator was from where the last image had it, metres.
        let jump: Double
        var isWithin: Bool { abs(scaleError) <= 2 * scaleSigma }
    }

    /// When the path round a table that is judged begins, seconds: 4.5 s after the motion does it is decided whether the images are
    /// stabilised.
    private static let judgedStart = 7.0

    private static let seed = ProcessInfo.processInfo.environment["PHONE_SEED"].flatMap(UInt64.init) ?? 21

    @Test("every phone starts at once and is not lost, and the stated scale holds")
    func phones() async throws {
        let outcomes = try await Self.walks(.tabletop, judgedFrom: Self.judgedStart)
        #expect(outcomes.count == DevicePreset.phones.count)
        #expect(outcomes.allSatisfy { $0.firstPose < 3 && $0.tracked > 0.98 })
        // At 0.6 m/s and more, two images are 2 cm apart.
        #expect(outcomes.allSatisfy { $0.jump < 0.05 })
        #expect(outcomes.count { $0.changeCount > 0 } >= 5, "five phones have a lens that moves")
    }

    /// A departure is seen late, the later the later a phone's images are.
    @Test("walks through a room are not too short from the departure on, though images come late")
    func departures() async throws {
        let outcomes = try await Self.walks(.walk, judgedFrom: 2)
        let mean = outcomes.reduce(0) { $0 + $1.scaleError } / Double(outcomes.count)
        #expect(abs(mean) < 0.025, "\(mean)")
    }

    /// What becomes of every phone's walk, whose stated scale must hold; prints a line for each.
    private static func walks(_ motion: MotionKind, judgedFrom start: Double) async throws -> [Outcome] {
        let scene = try SimulatedScene.load("room")
        var outcomes: [Outcome] = []
        for preset in DevicePreset.phones {
            outcomes.append(walk(preset, scene, motion, judgedFrom: start))
            // Others wait for the same few threads.
            await Task.yield()
        }
        for each in outcomes.sorted(by: { $0.phone < $1.phone }) {
            print(
                "PHONE",
                each.phone.padding(toLength: 18, withPad: " ", startingAt: 0),
                String(
                    format: "first pose %.2f s, tracked %3.0f %%, scale %+6.2f ± %.2f %%",
                    each.firstPose,
                    100 * each.tracked,
                    100 * each.scaleError,
                    100 * each.scaleSigma
                )
            )
        }
        let within = outcomes.filter(\.isWithin).count
        print("PHONES \(motion) seed \(seed): the scale lies within two sigmas with \(within) of \(outcomes.count)")
        #expect(within >= outcomes.count - 4, "a share of 95 % of 28 leaves five or more outside once in eighty seeds")
        return outcomes
    }

    /// Twelve seconds, two of them at rest, with a guessed lens and the noise that programs assume.
    private static func walk(
        _ preset: DevicePreset,
        _ scene: SimulatedScene,
        _ motion: MotionKind,
        judgedFrom start: Double
    ) -> Outcome {
        let duration = 12.0
        let plan = SimulationPlan(
            scene: scene,
            preset: preset,
            motion: motion,
            start: .rest,
            duration: duration,
            seed: seed,
            isGuess: true
        )
        let samples = samples(of: plan)
        var run = Run(plan, origin: samples[0].timestampNanoseconds, judgedStart: start)
        var fed = 0
        for entry in ImageSchedule(plan).entries {
            let stamp = run.time(entry.timestampNanoseconds)
            while fed < samples.count, run.time(samples[fed].timestampNanoseconds) < stamp + 0.35 {
                run.add(samples[fed])
                fed += 1
            }
            run.process(entry.timestampNanoseconds, entry.time)
        }
        return run.outcome
    }

    private static func samples(of plan: SimulationPlan) -> [InertialSample] {
        var simulator = InertialSimulator(trajectory: plan.trajectory, preset: plan.preset, seed: plan.seed)
        var stamps = SampleStamps(preset: plan.preset, seed: plan.seed)
        return (0..<Int((plan.duration + 0.4) * plan.preset.inertialRate)).compactMap { index in
            let time = Double(index) / plan.preset.inertialRate
            var (sample, _) = simulator.sample(at: time, timestampNanoseconds: 0)
            guard let stamp = stamps.stamp(ofSample: index, at: time) else { return nil }
            sample.timestampNanoseconds = ImageSchedule.nanoseconds(stamp)
            return sample
        }
    }

    /// A walk while it is estimated.
    private struct Run {
        private let plan: SimulationPlan
        private let origin: Int64
        private let judgedStart: Double
        private var walk: PointWalk
        private let estimators: EstimatorPair
        private var spreader = BurstSpreader()
        private var firstPose = Double.infinity
        private var counts = (tracked: 0, all: 0)
        private var path: [(found: Vector3, true: Vector3)] = []
        private var scaleSigma = Double.infinity
        private var last: RigidTransform<OdometrySpace, BodySpace>?
        private var jumps: [Double] = []

        init(_ plan: SimulationPlan, origin: Int64, judgedStart: Double) {
            (self.plan, self.origin, self.judgedStart) = (plan, origin, judgedStart)
            walk = PointWalk(plan)
            let guess = plan.preset.calibration(isGuess: true)
            let configuration = OdometryConfiguration.phone(
                camera: guess.camera,
                bodyFromOptical: guess.bodyFromOptical,
                timeOffset: guess.timeOffset,
                noise: plan.preset.assumedNoise ?? plan.preset.noise
            )
            estimators = EstimatorPair(configuration: configuration)
        }

        /// Seconds since the first sample.
        func time(_ nanoseconds: Int64) -> Double { Double(nanoseconds - origin) * 1e-9 }

        mutating func add(_ sample: InertialSample) {
            var spread: [InertialSample] = []
            spreader.add(sample) { spread.append($0) }
            for each in spread {
                let reading = InertialReading(angularVelocity: each.angularVelocity, specificForce: each.specificForce)
                estimators.add(reading, at: time(each.timestampNanoseconds))
            }
        }

        mutating func process(_ nanoseconds: Int64, _ exactTime: Double) {
            estimators.process(walk.features(at: exactTime), at: time(nanoseconds))
            let frame = estimators.frame(timestampNanoseconds: nanoseconds)
            if frame.odometryFromBody != nil { firstPose = min(firstPose, exactTime) }
            if firstPose.isFinite { counts.all += 1 }
            guard let pose = frame.odometryFromBody else { return }
            counts.tracked += 1
            if let change = frame.change, let last {
                jumps.append((change.formerFromBody.translation - last.translation).length)
            }
            last = pose
            scaleSigma = frame.scaleSigma
            guard exactTime > judgedStart else { return }
            path.append((pose.translation, plan.trajectory.worldFromBody(exactTime).translation))
        }

        var outcome: Outcome {
            Outcome(
                phone: plan.preset.name,
                firstPose: firstPose,
                tracked: Double(counts.tracked) / Double(max(1, counts.all)),
                scaleError: (spread(path.map(\.found)) / spread(path.map(\.true))).squareRoot() - 1,
                scaleSigma: scaleSigma,
                changeCount: jumps.count,
                jump: jumps.max() ?? 0
            )
        }

        /// The sum of squared distances from the mean.
        private func spread(_ points: [Vector3]) -> Double {
            let mean = points.reduce(.zero, +) / Double(points.count)
            return points.reduce(0) { $0 + dot($1 - mean, $1 - mean) }
        }
    }
}
