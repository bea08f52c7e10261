import Foundation
import Geometry
import Imaging
import Odometry
import Recordings
import Testing

@testable import Simulation

/// What each device records, as its preset states it.
@Suite("Device presets")
struct DevicePresetTests {
    private static let names = DevicePreset.kinds.map(\.name)

    private func preset(_ name: String) throws -> DevicePreset {
        try #require(DevicePreset.all.first { $0.name == name })
    }

    private func plan(_ preset: DevicePreset, duration: Double = 20) throws -> SimulationPlan {
        SimulationPlan(
            scene: try SimulatedScene(text: "room size=6,6,2.5\nwalk centre=0,0 radii=1.5,1.5", file: "plain"),
            preset: preset,
            motion: .walk,
            start: .moving,
            duration: duration,
            seed: 6
        )
    }

    @Test("names differ, and the lens looks out of the device", arguments: names)
    func lens(_ name: String) throws {
        let preset = try preset(name)
        #expect(Set(Self.names).count == Self.names.count)
        let camera = preset.camera
        #expect(camera.contains(camera.principalPointPixels))
        #expect((camera.principalPointPixels - camera.sizePixels / 2).length < 0.05 * camera.sizePixels.x)
        let turn = preset.bodyFromOptical.rotation
        #expect(abs((turn * Vector3(0.3, -2, 1)).length - Vector3(0.3, -2, 1).length) < 1e-9)
        // The distortion is one that can be undone all over the image.
        for pixel in [Vector2(0, 0), camera.sizePixels, Vector2(camera.sizePixels.x, 0), camera.sizePixels / 3] {
            let back = camera.pixel(ofNormalized: camera.normalized(ofPixel: pixel))
            #expect((back - pixel).length < 0.01)
        }
    }

    @Test("images come at the stated rate, stamped by the stated offset and jitter", arguments: names)
    func images(_ name: String) throws {
        let preset = try preset(name)
        let plan = try plan(preset, duration: 60)
        let entries = ImageSchedule(plan).entries
        let expected = 60 * preset.imageRate * (1 - preset.droppedShare)
        #expect(abs(Double(entries.count) - expected) <= 5 * (expected * preset.droppedShare).squareRoot() + 1)
        let late = entries.map { Double($0.timestampNanoseconds - ImageSchedule.nanoseconds($0.time)) * 1e-9 }
        let mean = late.reduce(0, +) / Double(late.count)
        #expect(abs(mean + preset.timeOffset) < 5 * preset.stampJitter / Double(late.count).squareRoot() + 1e-8)
        let stamps = entries.map(\.timestampNanoseconds)
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 }, "stamps go forward in spite of jitter")
    }

    @Test("samples differ from the ideal by noise and bias of the stated size, no more", arguments: names)
    func noise(_ name: String) throws {
        let preset = try preset(name)
        let trajectory = try plan(preset).trajectory
        var simulator = InertialSimulator(trajectory: trajectory, preset: preset, seed: 11)
        var (turns, forces): ([Double], [Double]) = ([], [])
        for index in 0..<600 {
            let time = Double(index) / preset.inertialRate
            let (sample, truth) = simulator.sample(at: time, timestampNanoseconds: Int64(index))
            let (turn, force) = (trajectory.angularVelocity(time), trajectory.specificForce(time))
            turns.append((sample.angularVelocity - turn - (try #require(truth.gyroscopeBias))).length)
            forces.append((sample.specificForce - force - (try #require(truth.accelerometerBias))).length)
        }
        // Three axes of noise, a part of the signal by scale and misalignment, and half a step of rounding each axis.
        let root = (3 * preset.inertialRate).squareRoot()
        let turnSigma = preset.noise.gyroscopeDensity * root + preset.rounding.gyroscope
        let forceSigma = preset.noise.accelerometerDensity * root + preset.rounding.accelerometer
        #expect((turns.max() ?? 9) < 5 * (turnSigma + preset.inertialScaleSigma * 3) + 1e-9)
        #expect((forces.max() ?? 9) < 5 * (forceSigma + preset.inertialScaleSigma * 30) + 1e-9)
        if preset.noise.gyroscopeDensity > 0 { #expect((turns.max() ?? 0) > turnSigma / 2) }
    }

    @Test("the first biases scatter as the preset states, over many devices", arguments: names)
    func biases(_ name: String) throws {
        let preset = try preset(name)
        let trajectory = try plan(preset).trajectory
        let found = try (0..<400).map { seed -> (Double, Double) in
            var simulator = InertialSimulator(trajectory: trajectory, preset: preset, seed: UInt64(seed))
            let truth = simulator.sample(at: 0, timestampNanoseconds: 0).truth
            return (try #require(truth.gyroscopeBias).x, try #require(truth.accelerometerBias).z)
        }
        func deviation(_ values: [Double]) -> Double {
            (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
        }
        let (turn, force) = (deviation(found.map(\.0)), deviation(found.map(\.1)))
        #expect(abs(turn - preset.startingBias.gyroscope) <= 0.15 * preset.startingBias.gyroscope)
        #expect(abs(force - preset.startingBias.accelerometer) <= 0.15 * preset.startingBias.accelerometer)
    }

    @Test("a guessed calibration is what one knows of a phone, a true one is the preset's", arguments: names)
    func calibration(_ name: String) throws {
        let preset = try preset(name)
        let (known, guess) = (preset.calibration(isGuess: false), preset.calibration(isGuess: true))
        #expect(known.camera == preset.camera && known.timeOffset == preset.timeOffset)
        #expect(known.readoutTime == preset.readoutTime)
        #expect(guess.camera.distortion == .none && guess.timeOffset == 0)
        #expect(guess.camera.principalPointPixels == preset.camera.sizePixels / 2)
        #expect(guess.bodyFromOptical.translation == .zero)
        #expect((guess.readoutTime > 0) == (preset.readoutTime > 0), "one knows whether the shutter rolls")
    }

    @Test("images have the preset's size, in colour or gray, as files that anybody can read", arguments: names)
    func files(_ name: String) throws {
        var preset = try preset(name)
        preset.camera = preset.camera.scaled(by: 0.1)
        (preset.imageRate, preset.droppedShare) = (10, 0)
        let folder = NSTemporaryDirectory() + "sightline-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try SimulationWriter(try plan(preset, duration: 0.3), folder: folder).write()
        let images = folder + "/mav0/cam0/data"
        let names = try FileManager.default.contentsOfDirectory(atPath: images).sorted()
        #expect(names.count == 3 && names.allSatisfy { $0.hasSuffix(".jpg") && Int64($0.dropLast(4)) != nil })
        for file in names {
            let data = try Data(contentsOf: URL(fileURLWithPath: images + "/" + file))
            #expect(Array(data.prefix(3)) == [0xFF, 0xD8, 0xFF] && Array(data.suffix(2)) == [0xFF, 0xD9])
            let header = try #require(Self.frame(Array(data)))
            #expect(header.width == preset.camera.width && header.height == preset.camera.height)
            #expect(header.components == (preset.isColor ? 3 : 1))
        }
        let lines = try String(contentsOfFile: folder + "/mav0/imu0/data.csv", encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 1 + Int(0.4 * preset.inertialRate) && lines[0].hasPrefix("#"))
        #expect(lines.dropFirst().allSatisfy { $0.split(separator: ",").count == 7 })
    }

    /// Width, height and number of components by a JPEG file's frame header (ITU-T T.81, B.2.2).
    private static func frame(_ bytes: [UInt8]) -> (width: Int, height: Int, components: Int)? {
        var offset = 2
        while offset + 9 < bytes.count, bytes[offset] == 0xFF {
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            if (0xC0...0xC2).contains(bytes[offset + 1]) {
                let height = Int(bytes[offset + 5]) << 8 | Int(bytes[offset + 6])
                let width = Int(bytes[offset + 7]) << 8 | Int(bytes[offset + 8])
                return (width, height, Int(bytes[offset + 9]))
            }
            offset += 2 + length
        }
        return nil
    }
}
