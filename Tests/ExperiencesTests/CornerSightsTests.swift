import Geometry
import Odometry
import Testing
import WorldTracking

@testable import Experiences

@Suite("Corners where rays meet")
struct CornerSightsTests {
    /// Where rays to a corner meet, from a camera that moves sideways by 30 cm, 1.2 m away; pixels are missed by `noise`.
    static func meeting(
        _ corner: Vector3,
        noise: Double,
        _ generator: inout SeededGenerator
    ) throws -> (
        point: Vector3, covariance: Matrix3
    )? {
        let lens = CameraModel(
            width: 640,
            height: 480,
            focalLengthPixels: Vector2(484, 484),
            principalPointPixels: Vector2(320, 240),
            distortion: .none
        )
        var sights: CornerSights?
        for step in 0..<31 {
            let position = Vector3(0.01 * Double(step), 0, 0)
            let camera = Camera(
                worldFromCamera: RigidTransform(rotation: .identity, translation: position),
                lens: lens
            )
            let miss = Vector2(generator.nextNormal(), generator.nextNormal()) * noise
            let pixel = try #require(camera.pixel(of: corner)) + miss
            if sights == nil {
                sights = CornerSights(pixel: pixel, camera: camera, guess: corner, timestampNanoseconds: 0)
            } else {
                _ = sights?.add(pixel, from: camera)
            }
        }
        return sights?.meeting
    }

    @Test("a corner is not farther off than is stated, and at least a third as far")
    func consistency() throws {
        let corner = Vector3(0.2, -0.1, -1.2)
        var generator = SeededGenerator(seed: 3)
        var errors: [Double] = []
        for _ in 0..<200 {
            // Now and then a wrong guess of the distance keeps a corner from being found again.
            guard let met = try Self.meeting(corner, noise: 0.3, &generator) else { continue }
            let error = met.point - corner
            errors.append(dot(error, try #require(met.covariance.inverse) * error))
        }
        let count = Double(errors.count)
        #expect(count > 150)
        // Of chi-square values of three degrees of freedom 95.45 % stay under 8.0.
        #expect(Double(errors.count { $0 < 8.025 }) > 0.92 * count)
        // Stated may be up to three times what happens here: real poses err too, and alike in neighbouring images.
        #expect(errors.reduce(0, +) / count > 3.0 / 9)
    }
}
