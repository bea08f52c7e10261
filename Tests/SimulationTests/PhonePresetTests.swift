import Foundation
import Geometry
import Imaging
import Odometry
import Recordings
import Testing

@testable import Simulation

/// The table of phones, and what a phone is made of.
@Suite("Phones")
struct PhonePresetTests {
    @Test("there are at least 24 phones, each with a name and a source, within what phones are")
    func table() throws {
        let phones = DevicePreset.phones
        #expect(phones.count >= 24 && Set(DevicePreset.all.map(\.name)).count == phones.count + 4)
        for phone in phones {
            #expect(phone.source.contains(":"), "\(phone.name) says what its source is for")
            #expect((400...720).contains(phone.camera.focalLengthPixels.x), "\(phone.name)")
            #expect((0.005...0.035).contains(phone.readoutTime) && (0.02...0.12).contains(-phone.timeOffset))
            #expect((50...400).contains(phone.inertialRate) && (15...30).contains(phone.imageRate))
            #expect(phone.noise.gyroscopeDensity > 5e-5 && phone.noise.gyroscopeDensity < 6e-4)
            #expect(phone.noise.accelerometerDensity > 6e-4 && phone.noise.accelerometerDensity < 5e-3)
            let assumed = try #require(phone.assumedNoise)
            #expect(assumed.gyroscopeDensity == (phone.rounding.gyroscope > 0 ? 1e-3 : 5e-4), "\(phone.name)")
            #expect(phone.delivery.accelerometerRange > 19 && phone.delivery.gyroscopeRange > 8)
        }
        #expect(Set(phones.map(\.inertialRate)).isSuperset(of: [50, 60, 100, 200]))
    }

    @Test(
        "every effect is on at least two phones, and named in their lists",
        arguments: [
            "steps of 0.1 °/s", "m/s²", "range 2 g", "low-pass", "fusion", "event times", "bursts", "lost",
            "clock stands", "drift", "images/s after", "exposure 2", "focus", "optical", "digital", "lamps",
            "exposure steps", "tone steps", "smudge",
        ]
    )
    func effects(_ word: String) {
        let count = DevicePreset.phones.count { $0.effects.joined(separator: ", ").contains(word) }
        #expect(count >= 2)
    }

    @Test("devices that stand for a kind hand over everything as it is")
    func kinds() {
        for preset in DevicePreset.kinds {
            #expect(preset.delivery == InertialDelivery() && preset.imageDelivery == ImageDelivery())
            #expect(preset.lensMotion.isStill && preset.light == LightConditions())
            #expect(preset.isSteady && preset.inertialLag == 0)
        }
    }
}

/// Each effect alone, on an ideal device otherwise.
@Suite("Effects of devices")
struct DeviceEffectTests {
    private func plan(
        duration: Double = 20,
        start: MotionStart = .moving,
        _ change: (inout DevicePreset) -> Void
    ) throws -> SimulationPlan {
        var preset = DevicePreset.ideal
        change(&preset)
        return SimulationPlan(
            scene: try SimulatedScene(text: "room size=6,6,2.5\nwalk centre=0,0 radii=1.5,1.5", file: "plain"),
            preset: preset,
            motion: .walk,
            start: start,
            duration: duration,
            seed: 3
        )
    }

    private func forces(_ plan: SimulationPlan, count: Int) -> [Vector3] {
        var simulator = InertialSimulator(trajectory: plan.trajectory, preset: plan.preset, seed: 7)
        return (0..<count).map { index in
            simulator.sample(at: Double(index) / plan.preset.inertialRate, timestampNanoseconds: 0).sample.specificForce
        }
    }

    private func deviation(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
    }

    @Test("a sensor shows no more than its range")
    func range() throws {
        let made = forces(try plan(start: .shake) { $0.delivery.accelerometerRange = 10 }, count: 400)
        let ideal = forces(try plan(start: .shake) { _ in }, count: 400)
        #expect(ideal.contains { $0.max() > 10.5 || $0.min() < -10.5 })
        #expect(made.allSatisfy { $0.max() <= 10 && $0.min() >= -10 })
        #expect(made.contains { $0.max() == 10 || $0.min() == -10 })
    }

    @Test("a low-pass and a fusion give the motion of a moment before, as late as they state")
    func lag() throws {
        let plan = try plan { ($0.delivery.cutoff, $0.delivery.fusionLag) = (20, 0.012) }
        let (lag, rate) = (plan.preset.inertialLag, plan.preset.inertialRate)
        #expect(abs(lag - 0.012 - 1 / (2 * .pi * 20)) < 1e-9)
        let made = forces(plan, count: 800)
        func difference(_ late: Double) -> Double {
            (100..<800).reduce(0) { sum, index in
                let motion = plan.trajectory.specificForce(Double(index) / rate - late)
                return sum + (made[index] - motion).length
            }
        }
        #expect(difference(lag) < 0.25 * difference(0))
        #expect(difference(lag) < difference(lag - 0.004) && difference(lag) < difference(lag + 0.004))
    }

    /// The timestamps and the times of the samples that are not lost.
    private func stamps(_ change: (inout DevicePreset) -> Void) throws -> [(stamp: Double, time: Double)] {
        let preset = try plan(change).preset
        var stamps = SampleStamps(preset: preset, seed: 5)
        return (0..<3000).compactMap { index in
            let time = Double(index) / preset.inertialRate
            return stamps.stamp(ofSample: index, at: time).map { ($0, time) }
        }
    }

    @Test("event times scatter as stated, increase, and a share of the samples is lost")
    func eventTimes() throws {
        let found = try stamps {
            ($0.inertialRate, $0.delivery.stampJitter, $0.delivery.droppedShare) = (50, 0.004, 0.03)
        }
        let late = found.map { $0.stamp - $0.time }
        #expect(abs(deviation(late) / 0.004 - 1) < 0.06 && abs(late.reduce(0, +) / Double(late.count)) < 0.0004)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.stamp < $1.stamp })
        #expect((2850...2970).contains(found.count))
    }

    @Test("samples of a burst come at once, at the time of the last")
    func bursts() throws {
        let found = try stamps { ($0.inertialRate, $0.delivery.burst) = (60, 3) }
        for first in stride(from: 0, to: 300, by: 3) {
            #expect(abs(found[first].stamp - found[first + 2].time) < 1e-9)
            #expect(found[first + 2].stamp - found[first].stamp < 1e-5)
        }
        #expect(abs(try plan { ($0.inertialRate, $0.delivery.burst) = (60, 3) }.preset.inertialLag - 1 / 60) < 1e-9)
    }

    @Test("the clock stands still at its interval, and then jumps")
    func standingClock() throws {
        let found = try stamps { ($0.delivery.freezeInterval, $0.delivery.freezeTime) = (2, 0.08) }
        let standing = found.filter { $0.time > 3.9 && $0.time < 4.079 && $0.stamp < 4.0001 && $0.time >= 4 }
        #expect(standing.count >= 14, "16 samples of 5 ms have the time at which the clock stopped")
        let steps = zip(found, found.dropFirst()).map { $1.stamp - $0.stamp }
        #expect((steps.max() ?? 0) > 0.075 && (steps.min() ?? 0) > 0)
    }

    @Test("images' times drift, and a hot device gives few images")
    func images() throws {
        let drifting = ImageSchedule(try plan { ($0.timeOffset, $0.imageDelivery.stampDrift) = (-0.06, 1e-3) }).entries
        for entry in drifting {
            let late = Double(entry.timestampNanoseconds - ImageSchedule.nanoseconds(entry.time)) * 1e-9
            #expect(abs(late - 0.06 - 1e-3 * entry.time) < 1e-8)
        }
        let hot = ImageSchedule(try plan { $0.imageDelivery = ImageDelivery(hotSeconds: 10) }).entries
        #expect(hot.count { $0.time < 9.99 } >= 298)
        #expect((75...85).contains(hot.count { $0.time >= 10 }))
    }

    @Test("the focus changes the focal length within its share, and stays between changes")
    func breathing() throws {
        let plan = try plan(duration: 60) { $0.lensMotion = LensMotion(breathing: 0.02) }
        let base = plan.preset.camera.focalLengthPixels.x
        let shares = (0..<600).map { plan.lens.view(at: Double($0) / 10).camera.focalLengthPixels.x / base - 1 }
        #expect(shares.allSatisfy { abs($0) <= 0.02 } && (shares.max() ?? 0) > 0.01 && (shares.min() ?? 0) < -0.01)
        #expect(zip(shares, shares.dropFirst()).count { $0 == $1 } > 400, "it holds most of the time")
        #expect(plan.lens.view(at: 30).opticalFromView == .identity)
    }

    @Test("optical stabilisation moves the principal point, against the turn and within its reach")
    func opticalStabilization() throws {
        let plan = try plan { $0.lensMotion = LensMotion(optical: 10) }
        let base = plan.preset.camera.principalPointPixels
        let shifts = (0..<200).map { plan.lens.view(at: 0.5 + Double($0) / 20).camera.principalPointPixels - base }
        #expect(shifts.allSatisfy { $0.length < 10 } && (shifts.map(\.length).max() ?? 0) > 4)
        for step in 0..<40 {
            let time = 1 + Double(step) / 4
            let (now, before) = (plan.trajectory.worldFromOptical(time), plan.trajectory.worldFromOptical(time - 0.08))
            // Where what was ahead a moment ago has gone to, and where the lens puts it.
            let ahead = now.rotation.inverse * (before.rotation * Vector3(0, 0, 1))
            let gone = try #require(plan.preset.camera.pixel(of: ahead)) - base
            #expect(dot(plan.lens.view(at: time).camera.principalPointPixels - base, gone) < 0)
        }
    }

    @Test("digital stabilisation turns the view within what it crops")
    func digitalStabilization() throws {
        let plan = try plan { $0.lensMotion = LensMotion(digital: 0.1) }
        let limit = 0.05 * 640 / plan.preset.camera.focalLengthPixels.x
        let turns = (0..<100).map { plan.lens.view(at: 0.5 + Double($0) / 10).opticalFromView.rotation.angle }
        #expect(turns.allSatisfy { $0 < limit } && (turns.max() ?? 0) > limit / 3)
        let phone = try #require(DevicePreset.phones.first { $0.name == "pixel-3a" })
        #expect(abs(phone.camera.focalLengthPixels.x - 500 / 0.88) < 1e-9, "the crop narrows the view")
    }

    private let light = [SIMD4<Float>](repeating: SIMD4(1, 1, 1, 0), count: 64 * 48)
    private let camera = DevicePreset.ideal.camera.scaled(by: 0.1)

    @Test("lamps make bands along the rows, none if the exposure takes whole periods")
    func bands() throws {
        var conditions = LightConditions()
        conditions.flickerFrequency = 100
        let rows = (0..<48).map { conditions.brightness(at: Double($0) / 48 * 0.02, exposureTime: 0.004) }
        #expect((rows.max() ?? 1) > 1.2 && (rows.min() ?? 1) < 0.8 && rows[0] > 1.2 && abs(rows[24] - rows[0]) < 1e-6)
        #expect((0..<48).allSatisfy { abs(conditions.brightness(at: Double($0), exposureTime: 0.01) - 1) < 1e-9 })
        let gray = ImageSensor(camera: camera, noise: 0)
            .image(light, stride: 64, gains: rows.map(Float.init), tone: 1, seed: 1).gray
        #expect(gray[32, 0] > gray[32, 12] + 30 && abs(Int(gray[32, 24]) - Int(gray[32, 0])) < 8)
    }

    @Test("a tone curve of another exponent changes the shades, not the order of them")
    func tones() {
        let sensor = ImageSensor(camera: camera, noise: 0)
        func shade(_ value: Float, _ tone: Float) -> UInt8 {
            let light = [SIMD4<Float>](repeating: SIMD4(repeating: value), count: 64 * 48)
            let gains = [Float](repeating: 1, count: 48)
            return sensor.image(light, stride: 64, gains: gains, tone: tone, seed: 1).gray[32, 24]
        }
        #expect(shade(1, 0.8) > shade(1, 1) + 10 && shade(1, 1.2) + 10 < shade(1, 1))
        #expect(shade(0.5, 0.8) < shade(1, 0.8) && shade(1, 0.8) < shade(2, 0.8))
    }

    @Test("a smudge takes contrast near its place, and keeps the light")
    func smudge() {
        var striped = (0..<64 * 48).map { SIMD4<Float>(repeating: $0 % 2 == 0 ? 1.5 : 0.5) }
        LensSmudge(camera: camera, strength: 0.5).spread(&striped, stride: 64)
        func contrast(_ x: Int, _ y: Int) -> Float { striped[y * 64 + x].x - striped[y * 64 + x + 1].x }
        #expect(abs(contrast(38, 19) - 0.5) < 0.05 && contrast(0, 47) > 0.85)
        let sum: Float = striped.reduce(0) { $0 + $1.x }
        #expect(abs(sum / (64 * 48) - 1) < 0.01)
    }

    @Test("the exposure steps at random times, seen as steps of the images' brightness")
    func exposureSteps() throws {
        func brightness(_ step: Double) throws -> [Double] {
            let painter = ScenePainter(
                try plan(duration: 10) {
                    $0.camera = camera.scaled(by: 0.5)
                    $0.light = LightConditions(exposureStep: step)
                }
            )
            return (2..<20).map { index in
                let pixels = painter.image(at: Double(index) / 2, seed: 1).gray.pixels
                return pixels.reduce(0) { $0 + Double($1) } / Double(pixels.count)
            }
        }
        let (steady, stepped) = (try brightness(0), try brightness(0.5))
        let ratios = zip(stepped, steady).map { $0 / $1 }
        #expect((ratios.max() ?? 1) - (ratios.min() ?? 1) > 0.15)
    }

    @Test("a recording says of each image its time, its lens and its turn, and loses samples")
    func recording() throws {
        var plan = try plan(duration: 1) {
            $0.camera = camera
            $0.lensMotion = LensMotion(breathing: 0.02, digital: 0.1)
            $0.imageDelivery.stampDrift = 1e-3
            ($0.imageRate, $0.delivery.droppedShare) = (6, 0.1)
        }
        let folder = NSTemporaryDirectory() + "sightline-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try SimulationWriter(plan, folder: folder).write()
        let lines = try String(contentsOfFile: folder + "/truth/images.csv", encoding: .utf8).split(separator: "\n")
        let entries = ImageSchedule(plan).entries
        #expect(lines.count == entries.count + 1 && lines.count > 4)
        for (line, entry) in zip(lines.dropFirst(), entries) {
            let fields = line.split(separator: ",")
            let view = plan.lens.view(at: entry.time)
            #expect(fields.count == 10 && Int64(fields[0]) == entry.timestampNanoseconds)
            #expect(Int64(fields[1]) == ImageSchedule.nanoseconds(entry.time))
            #expect(abs((Double(fields[2]) ?? 0) - view.camera.focalLengthPixels.x) < 1e-5)
            #expect(abs((Double(fields[9]) ?? 0) - view.opticalFromView.rotation.real) < 1e-5)
        }
        let samples = try String(contentsOfFile: folder + "/mav0/imu0/data.csv", encoding: .utf8).split(separator: "\n")
        #expect((180...215).contains(samples.count), "of 220 samples a tenth is lost")
        #expect(try RecordingReader(path: folder).truth().count == 220)
        plan.preset.lensMotion = LensMotion()
        plan.preset.imageDelivery = ImageDelivery()
        try SimulationWriter(plan, folder: folder + "-still").write()
        defer { try? FileManager.default.removeItem(atPath: folder + "-still") }
        #expect(!FileManager.default.fileExists(atPath: folder + "-still/truth/images.csv"))
    }
}
