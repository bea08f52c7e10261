import Features
import Geometry
import Testing

@testable import Odometry

@Suite("Faults of sensors")
struct SensorFaultTests {
    static func sample(_ step: Int, rate: Vector3 = .zero, force: Vector3 = Vector3(0, 0, 9.81)) -> InertialSample {
        InertialSample(timestampNanoseconds: Int64(step) * 5_000_000, angularVelocity: rate, specificForce: force)
    }

    /// Readings that change a little from sample to sample.
    static func lively(_ step: Int) -> InertialSample {
        let phase = Double(step)
        return sample(step, rate: Vector3(0.01 * phase.truncatingRemainder(dividingBy: 7), 0, 0))
    }

    @Test("a single spike is dropped, and its neighbours pass")
    func spike() {
        var gate = InertialGate()
        var passed: [Int64] = []
        for step in 0..<50 {
            let given = step == 20 ? Self.sample(step, force: Vector3(200, 0, 9.81)) : Self.lively(step)
            gate.add(given) { passed.append($0.timestampNanoseconds / 5_000_000) }
        }
        let others: [Int64] = (0..<50).filter { $0 != 20 }
        #expect(passed == others)
        #expect(gate.spikeCount == 1)
        #expect(gate.lastSpike == 100_000_000)
    }

    @Test("a jump that lasts is no spike: every sample passes, in order")
    func step() {
        var gate = InertialGate()
        var passed: [Int64] = []
        for step in 0..<50 {
            let given = step < 20 ? Self.lively(step) : Self.sample(step, rate: Vector3(5, 0.01 * Double(step % 3), 0))
            gate.add(given) { passed.append($0.timestampNanoseconds / 5_000_000) }
        }
        #expect(passed == (0..<50).map(Int64.init))
        #expect(gate.spikeCount == 0)
    }

    @Test("readings count as frozen for as long as they repeat exactly")
    func frozen() {
        var gate = InertialGate()
        for step in 0..<100 { gate.add(step < 40 ? Self.lively(step) : Self.sample(step)) { _ in } }
        #expect(abs(gate.frozenSeconds - 59 * 0.005) < 1e-9)
        gate.add(Self.lively(101)) { _ in }
        #expect(gate.frozenSeconds == 0)
    }

    @Test("an image that changes by one gray level is no repeat")
    func repeats() {
        var pixels = [UInt8](repeating: 90, count: 64 * 48)
        var detector = RepeatedImageDetector()
        func isRepeat() -> Bool { detector.isRepeat(pixels, width: 64, height: 48, bytesPerRow: 64) }
        #expect(!isRepeat())
        #expect(isRepeat())
        pixels[64 * 8 + 3] = 91
        #expect(!isRepeat())
        #expect(isRepeat())
    }

    /// A turning camera: some features are fixed to it, the others move as the turn says.
    static func run(fixed: Int, moving: Int, isBiasKnown: Bool = true) -> (found: Bool, kept: Int, fixed: [Int32]) {
        let camera = CameraModel(
            width: 640,
            height: 480,
            focalLengthPixels: Vector2(460, 460),
            principalPointPixels: Vector2(320, 240)
        )
        let turn = Rotation(exp: Vector3(0, 0.01, 0))
        var detector = FixedFeatureDetector()
        var pixels: [Vector2] = []
        for index in 0..<fixed + moving {
            pixels.append(Vector2(Double(150 + index * 37 % 300), Double(100 + index * 53 % 280)))
        }
        var kept = 0
        for image in 0..<20 {
            if image > 0 {
                for index in fixed..<pixels.count {
                    pixels[index] = camera.pixel(of: turn * camera.direction(ofPixel: pixels[index])) ?? .zero
                }
            }
            let features = pixels.indices.map {
                TrackedFeature(identifier: Int32($0), pixel: SIMD2<Float>(pixels[$0]), age: Int32(image))
            }
            kept =
                detector.movingFeatures(
                    features,
                    turn: image > 0 ? turn : nil,
                    isBiasKnown: isBiasKnown,
                    camera: camera
                ).count
        }
        return (detector.isFound, kept, detector.fixedIdentifiers)
    }

    @Test("features fixed to a turning camera are left out, a few alone are not")
    func fixedPart() {
        #expect(Self.run(fixed: 40, moving: 60) == (true, 60, Array(0..<40)))
        #expect(Self.run(fixed: 4, moving: 60) == (false, 64, []))
        #expect(Self.run(fixed: 0, moving: 60) == (false, 60, []))
    }

    @Test("while the gyroscope's bias is unknown, a body at rest is not taken for a fixed image")
    func restWithoutBias() {
        #expect(Self.run(fixed: 60, moving: 0, isBiasKnown: false).found == false)
        #expect(Self.run(fixed: 40, moving: 60, isBiasKnown: false) == (true, 60, Array(0..<40)))
    }

    @Test("an image of a start forgets the features that turn out to be fixed, and no others")
    func discard() {
        var image = InitializationWindow.Image(
            timestampNanoseconds: 0,
            time: 0,
            observations: [1, 2, 5, 8, 9].map { .init(identifier: $0, point: .zero, row: 0) }
        )
        image.discard([0, 2, 3, 8])
        #expect(image.observations.map(\.identifier) == [1, 5, 9])
        image.discard([9, 10])
        #expect(image.observations.map(\.identifier) == [1, 5])
        image.discard([])
        #expect(image.observations.map(\.identifier) == [1, 5])
    }
}
