import Foundation
import Geometry
import Imaging
import Odometry
import Recordings
import Testing

@testable import Simulation

/// Each part of the sensor models alone, on an ideal device otherwise.
@Suite("Sensor models")
struct SensorModelTests {
    private func plan(_ preset: DevicePreset, duration: Double = 20, seed: UInt64 = 3) throws -> SimulationPlan {
        SimulationPlan(
            scene: try SimulatedScene(text: "room size=6,6,2.5\nwalk centre=0,0 radii=1.5,1.5", file: "plain"),
            preset: preset,
            motion: .walk,
            start: .moving,
            duration: duration,
            seed: seed
        )
    }

    /// The samples of a device and of the ideal one on the same way.
    private func samples(_ preset: DevicePreset, count: Int) throws -> [(made: InertialSample, ideal: InertialSample)] {
        let trajectory = try plan(preset).trajectory
        var ideal = DevicePreset.ideal
        ideal.inertialRate = preset.inertialRate
        var simulators = (
            InertialSimulator(trajectory: trajectory, preset: preset, seed: 7),
            InertialSimulator(trajectory: trajectory, preset: ideal, seed: 7)
        )
        return (0..<count).map { index in
            let time = Double(index) / preset.inertialRate
            let stamp = Int64(index)
            return (
                simulators.0.sample(at: time, timestampNanoseconds: stamp).sample,
                simulators.1.sample(at: time, timestampNanoseconds: stamp).sample
            )
        }
    }

    private func deviation(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
    }

    @Test("white noise has the density that the preset states, at any rate", arguments: [100.0, 200])
    func whiteNoise(_ rate: Double) throws {
        var preset = DevicePreset.ideal
        preset.inertialRate = rate
        preset.noise.gyroscopeDensity = 3e-4
        preset.noise.accelerometerDensity = 4e-3
        let pairs = try samples(preset, count: 2000)
        let turns = pairs.map { ($0.made.angularVelocity - $0.ideal.angularVelocity).x }
        let forces = pairs.map { ($0.made.specificForce - $0.ideal.specificForce).z }
        // The deviation of 2,000 draws is known to 1.6 %.
        #expect(abs(deviation(turns) / (3e-4 * rate.squareRoot()) - 1) < 0.06)
        #expect(abs(deviation(forces) / (4e-3 * rate.squareRoot()) - 1) < 0.06)
    }

    @Test("a bias walks by its density, and the truth states it")
    func biasWalk() throws {
        var preset = DevicePreset.ideal
        preset.noise.gyroscopeWalk = 2e-4
        preset.startingBias = (0.01, 0)
        var simulator = InertialSimulator(trajectory: try plan(preset).trajectory, preset: preset, seed: 2)
        let biases = try (0...2000).map { index in
            let state = simulator.sample(at: Double(index) / 200, timestampNanoseconds: Int64(index)).truth
            return try #require(state.gyroscopeBias)
        }
        let steps = zip(biases, biases.dropFirst()).map { ($1 - $0).y }
        #expect(abs(deviation(steps) / (2e-4 / 200.0.squareRoot()) - 1) < 0.06)
        #expect(biases[0].length > 0 && biases[0].length < 0.05)
    }

    @Test("a sample is the true one through scale and misalignment, plus the stated bias")
    func scaleErrors() throws {
        var preset = DevicePreset.ideal
        preset.inertialScaleSigma = 0.01
        let pairs = try samples(preset, count: 200)
        let ratios = pairs.map {
            ($0.made.specificForce - $0.ideal.specificForce).length / $0.ideal.specificForce.length
        }
        #expect(ratios.allSatisfy { $0 > 0.0005 && $0 < 0.06 })
        // It is one matrix for the whole recording: the same true force gives the same error.
        let again = try samples(preset, count: 1)
        #expect(again[0].made == pairs[0].made)
    }

    @Test("quantised samples lie on the sensor's steps, at most half a step from the exact value")
    func quantisation() throws {
        var preset = DevicePreset.ideal
        preset.rounding = (0.01, 0.25)
        for pair in try samples(preset, count: 300) {
            for axis in 0..<3 {
                let (turn, force) = (pair.made.angularVelocity[axis], pair.made.specificForce[axis])
                #expect(abs((turn / 0.01).rounded() - turn / 0.01) < 1e-9)
                #expect(abs((force / 0.25).rounded() - force / 0.25) < 1e-9)
                #expect(abs(turn - pair.ideal.angularVelocity[axis]) <= 0.005 + 1e-12)
                #expect(abs(force - pair.ideal.specificForce[axis]) <= 0.125 + 1e-12)
            }
        }
    }

    @Test("images come at the preset's rate, with its offset, jitter and losses")
    func schedule() throws {
        var preset = DevicePreset.ideal
        (preset.imageRate, preset.timeOffset, preset.stampJitter, preset.droppedShare) = (20, -0.01, 0.002, 0.1)
        let entries = ImageSchedule(try plan(preset, duration: 100)).entries
        #expect((1740...1860).contains(entries.count))
        let offsets = entries.map { Double($0.timestampNanoseconds - ImageSchedule.nanoseconds($0.time)) * 1e-9 }
        let mean: Double = offsets.reduce(0, +) / Double(offsets.count)
        #expect(abs(mean - 0.01) < 0.0003)
        #expect(abs(deviation(offsets) / 0.002 - 1) < 0.08)
        let gaps = zip(entries, entries.dropFirst()).map { $1.time - $0.time }
        #expect(gaps.allSatisfy { abs(($0 * 20).rounded() - $0 * 20) < 1e-6 && $0 > 0.049 })
    }

    @Test("the pixels' noise grows with its parameter, and is none at zero")
    func pixelNoise() {
        let camera = CameraModel(
            width: 96,
            height: 72,
            focalLengthPixels: Vector2(80, 80),
            principalPointPixels: Vector2(48, 36)
        )
        let light = [SIMD4<Float>](repeating: SIMD4(1, 1, 1, 0), count: 96 * 72)
        func image(_ noise: Double, _ seed: UInt64) -> GrayImage {
            ImageSensor(camera: camera, noise: noise).image(light, stride: 96, gain: 1, seed: seed).gray
        }
        #expect(image(0, 1) == image(0, 2))
        #expect(image(2, 1) != image(2, 2) && image(2, 1) == image(2, 1))
        func scatter(_ noise: Double) -> Double {
            deviation(zip(image(noise, 5).pixels, image(0, 5).pixels).map { Double($0) - Double($1) })
        }
        let (low, high) = (scatter(2), scatter(6))
        #expect(low > 0.5 && low < 4)
        #expect(high > 2 * low)
    }

    @Test("the lens darkens the corners")
    func vignetting() {
        let camera = CameraModel(
            width: 64,
            height: 48,
            focalLengthPixels: Vector2(60, 60),
            principalPointPixels: Vector2(32, 24)
        )
        let light = [SIMD4<Float>](repeating: SIMD4(1.2, 1.2, 1.2, 0), count: 64 * 48)
        let gray = ImageSensor(camera: camera, noise: 0).image(light, stride: 64, gain: 1, seed: 1).gray
        func linear(_ x: Int, _ y: Int) -> Double {
            let shown = Double(gray[x, y]) / 255
            return 0.86 * shown * shown / (1 - 0.22 * shown * shown)
        }
        #expect(abs(linear(0, 0) / linear(32, 24) - 0.72) < 0.03)
        #expect(abs(linear(63, 47) / linear(0, 0) - 1) < 0.03)
    }
}

/// What a recording's files say of each other.
@Suite("Simulated recordings")
struct SimulatedRecordingTests {
    private static func plan(seed: UInt64 = 4, preset name: String = "phone") throws -> SimulationPlan {
        var preset = try #require(DevicePreset.all.first { $0.name == name })
        preset.camera = CameraModel(
            width: 64,
            height: 48,
            focalLengthPixels: Vector2(50, 50),
            principalPointPixels: Vector2(32, 24)
        )
        let text = """
            room size=4,4,2.5
            table table at=0,0 size=1.2,0.8,0.75
            circle at=0,0,0.75 radius=0.4
            sheet sheet at=0,0,0.75 size=0.297,0.21
            """
        return SimulationPlan(
            scene: try SimulatedScene(text: text, file: "small"),
            preset: preset,
            motion: .tabletop,
            start: .moving,
            duration: 0.4,
            seed: seed
        )
    }

    private static func folder() -> String { NSTemporaryDirectory() + "sightline-" + UUID().uuidString }

    /// Every file by its path, with its bytes.
    private static func files(_ folder: String) -> [String: Data] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let pairs = names.compactMap { name in
            (try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))).map { (name, $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test("the same plan writes the same bytes, another seed others")
    func determinism() throws {
        let folders = (0..<3).map { _ in Self.folder() }
        defer { for folder in folders { try? FileManager.default.removeItem(atPath: folder) } }
        for (folder, seed) in zip(folders, [4, 4, 5] as [UInt64]) {
            try SimulationWriter(try Self.plan(seed: seed), folder: folder).write()
        }
        let (first, second, third) = (Self.files(folders[0]), Self.files(folders[1]), Self.files(folders[2]))
        #expect(first.count > 15 && first == second)
        #expect(first["mav0/imu0/data.csv"] != third["mav0/imu0/data.csv"])
    }

    @Test("another device of the same camera takes the images of the same way, and no other's")
    func sharedImages() throws {
        let (first, second) = (Self.folder(), Self.folder())
        defer { for folder in [first, second] { try? FileManager.default.removeItem(atPath: folder) } }
        try SimulationWriter(try Self.plan(), folder: first).write()
        var browser = try Self.plan(preset: "browser")
        browser.preset.stampJitter = 0
        try SimulationWriter(browser, folder: second, imagesOf: first).write()
        let originals = Set(Self.files(first).filter { $0.key.hasSuffix(".jpg") }.values)
        let shared = Self.files(second).filter { $0.key.hasSuffix(".jpg") }.values
        #expect(!shared.isEmpty && shared.allSatisfy(originals.contains))
        let other = SimulationWriter(try Self.plan(seed: 5), folder: second, imagesOf: first)
        #expect(throws: SimulationError.self) { try other.write() }
    }

    @Test("the truth's velocity is the slope of its positions, and gravity is in its acceleration")
    func truth() throws {
        var plan = try Self.plan()
        plan.duration = 3
        let trajectory = plan.trajectory
        for step in 1..<20 {
            let time = Double(step) / 10
            let slope =
                trajectory.worldFromBody(time + 1e-4).translation - trajectory.worldFromBody(time - 1e-4).translation
            #expect((slope / 2e-4 - trajectory.velocity(time)).length < 1e-4)
            let change = (trajectory.velocity(time + 1e-3) - trajectory.velocity(time - 1e-3)) / 2e-3
            let force = trajectory.worldFromBody(time).rotation * trajectory.specificForce(time)
            #expect((force - change - Vector3(0, 0, DeviceTrajectory.gravity)).length < 1e-2)
        }
    }

    @Test("a guessed calibration differs from the true one and says that it is a guess")
    func guess() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var plan = try Self.plan()
        plan.isGuess = true
        try SimulationWriter(plan, folder: folder).write()
        let reader = try RecordingReader(path: folder)
        #expect(reader.calibration.isGuess && reader.calibration.timeOffset == 0)
        #expect(reader.calibration.camera.distortion == .none)
        #expect(abs(reader.calibration.camera.focalLengthPixels.x - 52.5) < 1e-9)
        #expect(try reader.truth().count > 80)
    }

    @Test("a guess states the noise that programs assume, a true calibration the chip's", arguments: [true, false])
    func assumedNoise(isGuess: Bool) throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var plan = try Self.plan()
        plan.isGuess = isGuess
        plan.preset.assumedNoise = .typicalPhone
        try SimulationWriter(plan, folder: folder).write()
        let noise = try RecordingReader(path: folder).calibration.noise
        let expected = isGuess ? InertialNoise.typicalPhone : plan.preset.noise
        #expect(noise.map { abs($0.gyroscopeDensity / expected.gyroscopeDensity - 1) < 1e-6 } == true)
        #expect(noise.map { abs($0.accelerometerDensity / expected.accelerometerDensity - 1) < 1e-6 } == true)
    }

    @Test("the calm start rests for two seconds, the shaken one moves at once")
    func starts() throws {
        var plan = try Self.plan()
        (plan.start, plan.duration) = (.rest, 3)
        let calm = plan.trajectory
        plan.start = .shake
        let shaken = plan.trajectory
        func travel(_ trajectory: DeviceTrajectory) -> Double {
            (0..<10).reduce(0) { $0 + trajectory.velocity(0.3 + Double($1) / 10).length / 10 }
        }
        #expect(travel(calm) < 0.01)
        #expect(travel(shaken) > 0.1)
    }
}
