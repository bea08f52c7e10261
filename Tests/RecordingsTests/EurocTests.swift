import Foundation
import Geometry
import Testing

@testable import Recordings

@Suite("Recordings of the EuRoC layout")
struct EurocTests {
    @Test("what is written comes back, in the order a device delivers it")
    func roundTrip() throws {
        let folder = try SampleRecording.write()
        let reader = try RecordingReader(path: folder.path)
        #expect(reader.imageCount == 20)
        let read = reader.calibration
        let written = SampleRecording.calibration
        #expect(read.camera == written.camera)
        #expect((read.bodyFromOptical.rotation.inverse * written.bodyFromOptical.rotation).angle < 1e-12)
        #expect(read.timeOffset == 0.0125)
        #expect(read.readoutTime == 0.02)
        #expect(read.noise == written.noise)
        #expect(!read.isGuess)
        #expect(try SampleRecording.readAll(folder.path) == SampleRecording.events)
        #expect(try SampleRecording.readAll(folder.path + "/mav0").count == 220)
    }

    @Test("the principal point is half a pixel further than the file says")
    func principalPoint() throws {
        let folder = try SampleRecording.write()
        let yaml = try String(contentsOfFile: folder.path + "/mav0/cam0/sensor.yaml", encoding: .utf8)
        #expect(yaml.contains("intrinsics: [30.5, 31.25, 15.625, 12.0]"))
    }

    @Test("colour is decoded when asked for")
    func color() throws {
        let folder = try SampleRecording.write(format: .jpeg(quality: 95))
        let events = try SampleRecording.readAll(folder.path, wantsColor: true)
        for case .image(let image) in events { #expect(image.color?.width == 32) }
    }

    @Test("ground truth comes back")
    func truth() throws {
        let folder = try TemporaryFolder()
        let writer = try EurocWriter(folder: folder.path, calibration: SampleRecording.calibration)
        let state = TruthState(
            timestampNanoseconds: 12_345_678_901,
            worldFromBody: RigidTransform(rotation: Rotation(exp: Vector3(1, 2, -1)), translation: Vector3(1, 2, 3)),
            velocity: Vector3(0.1, 0.2, 0.3),
            gyroscopeBias: Vector3(1e-3, 0, 0),
            accelerometerBias: Vector3(0, 1e-2, 0)
        )
        try writer.write(state)
        try writer.finish()
        let read = try GroundTruth.read(path: folder.path + "/mav0/state_groundtruth_estimate0/data.csv")
        #expect(read.count == 1)
        #expect(read[0].timestampNanoseconds == state.timestampNanoseconds)
        #expect(read[0].worldFromBody.translation == Vector3(1, 2, 3))
        #expect((read[0].worldFromBody.rotation.inverse * state.worldFromBody.rotation).angle < 1e-9)
        #expect(read[0].velocity == state.velocity)
        #expect(read[0].gyroscopeBias == state.gyroscopeBias)
        #expect(read[0].accelerometerBias == state.accelerometerBias)
    }
}
