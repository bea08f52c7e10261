import Geometry
import Imaging
import Testing

@testable import Odometry

@Suite("Bad input")
struct GarbageTests {
    static let size = (width: 320, height: 240)

    static func odometry() -> VisualInertialOdometry {
        let camera = CameraModel(
            width: size.width,
            height: size.height,
            focalLengthPixels: Vector2(230, 230),
            principalPointPixels: Vector2(160, 120)
        )
        return VisualInertialOdometry(
            configuration: .calibrated(
                camera: camera,
                bodyFromOptical: .identity,
                noise: InertialPropagatorTests.noise
            )
        )
    }

    /// Blobs at random positions.
    static func picture() -> GrayImage {
        var generator = SeededGenerator(seed: 1)
        var picture = GrayImage(width: size.width, height: size.height, shade: 100)
        for _ in 0..<150 {
            let x = generator.nextIndex(below: size.width - 12)
            let y = generator.nextIndex(below: size.height - 12)
            let shade = UInt8(truncatingIfNeeded: generator.nextIndex(below: 256))
            for v in 0..<8 { for u in 0..<8 { picture[x + u, y + v] = shade } }
        }
        return picture
    }

    static func feed(
        _ odometry: VisualInertialOdometry,
        seconds: ClosedRange<Double>,
        picture: GrayImage?,
        samples: Bool = true
    ) -> [OdometryFrame] {
        var frames: [OdometryFrame] = []
        var generator = SeededGenerator(seed: 2)
        for step in Int(seconds.lowerBound * 200)..<Int(seconds.upperBound * 200) {
            let stamp = Int64(step) * 5_000_000
            if samples {
                let jitter = Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
                odometry.add(
                    InertialSample(
                        timestampNanoseconds: stamp,
                        angularVelocity: jitter * 0.002,
                        specificForce: Vector3(0, 0, 9.81) + jitter * 0.02
                    )
                )
            }
            if let picture, step % 10 == 0 { odometry.add(picture, timestampNanoseconds: stamp) }
            while let frame = odometry.nextFrame() { frames.append(frame) }
        }
        return frames
    }

    @Test("a camera at rest stays where it is")
    func rest() throws {
        let frames = Self.feed(Self.odometry(), seconds: 0...4, picture: Self.picture())
        let last = try #require(frames.last)
        #expect(last.state == .normal)
        #expect(try #require(last.odometryFromBody).translation.length < 0.02)
    }

    @Test("what is not finite, repeated, backward or of a wrong size is refused and counted")
    func refused() {
        let odometry = Self.odometry()
        _ = Self.feed(odometry, seconds: 0...1, picture: Self.picture())
        let good = InertialSample(timestampNanoseconds: 500, angularVelocity: .zero, specificForce: .zero)
        var bad = good
        bad.timestampNanoseconds = 2_000_000_000
        bad.angularVelocity.x = .nan
        odometry.add(good)
        odometry.add(bad)
        odometry.add(Self.picture(), timestampNanoseconds: 500)
        odometry.add(Self.picture(), timestampNanoseconds: .min)
        odometry.add(GrayImage(width: 64, height: 48), timestampNanoseconds: 2_000_000_000)
        #expect(odometry.refusedCount == 5)
        let frames = Self.feed(odometry, seconds: 1...3, picture: Self.picture())
        #expect(frames.last?.state == .normal)
    }

    @Test("a black camera is told, and tracking comes back")
    func black() {
        let odometry = Self.odometry()
        _ = Self.feed(odometry, seconds: 0...2, picture: Self.picture())
        let dark = GrayImage(width: Self.size.width, height: Self.size.height)
        let blind = Self.feed(odometry, seconds: 2...5, picture: dark)
        #expect(blind.last?.state == .limited(.insufficientFeatures))
        let after = Self.feed(odometry, seconds: 5...8, picture: Self.picture())
        #expect(after.last?.state == .normal)
    }

    @Test("lost pictures and lost samples do not end tracking")
    func gaps() {
        let odometry = Self.odometry()
        _ = Self.feed(odometry, seconds: 0...2, picture: Self.picture())
        _ = Self.feed(odometry, seconds: 2...4, picture: nil)
        #expect(Self.feed(odometry, seconds: 4...6, picture: Self.picture()).last?.state == .normal)
        _ = Self.feed(odometry, seconds: 6...7, picture: Self.picture(), samples: false)
        #expect(Self.feed(odometry, seconds: 7...10, picture: Self.picture()).last?.state == .normal)
    }

    @Test("a clock that jumps back for good starts the odometry afresh")
    func clock() {
        let odometry = Self.odometry()
        _ = Self.feed(odometry, seconds: 100...102, picture: Self.picture())
        #expect(Self.feed(odometry, seconds: 0...4, picture: Self.picture()).last?.state == .normal)
    }

    @Test("the same input gives the same bytes twice")
    func deterministic() {
        let first = Self.feed(Self.odometry(), seconds: 0...2, picture: Self.picture())
        let second = Self.feed(Self.odometry(), seconds: 0...2, picture: Self.picture())
        #expect(first == second)
    }
}
