import Geometry
import Testing

@testable import Codes

@Suite struct CodePoseTests {
    private let camera = CameraModel(
        width: 640,
        height: 480,
        focalLengthPixels: Vector2(520, 515),
        principalPointPixels: Vector2(318, 243),
        distortion: .radialTangential(k1: -0.08, k2: 0.01, p1: 0.001, p2: -0.0005)
    )

    private func transform(turn: Vector3, at place: Vector3) -> RigidTransform<CameraSpace, CodeSpace> {
        RigidTransform(rotation: Rotation(exp: turn), translation: place)
    }

    /// The corners that a camera sees of a code, moved by errors.
    private func seen(
        _ pose: RigidTransform<CameraSpace, CodeSpace>,
        side: Double,
        _ errors: [Vector2] = [.zero, .zero, .zero, .zero]
    ) throws -> DetectedCode {
        let half = side / 2
        let places = [
            Vector3(-half, half, 0), Vector3(half, half, 0), Vector3(half, -half, 0), Vector3(-half, -half, 0),
        ]
        let flip = RigidTransform<OpticalSpace, CameraSpace>.flip
        var pixels: [Vector2] = []
        for (place, error) in zip(places, errors) {
            pixels.append(try #require(camera.pixel(of: flip * (pose * place))) + error)
        }
        return DetectedCode(
            content: .aprilTag36h11(id: 1, correctedBits: 0),
            corners: CodeCorners(
                topLeft: pixels[0],
                topRight: pixels[1],
                bottomRight: pixels[2],
                bottomLeft: pixels[3]
            ),
            cornerSigma: 0.2,
            isMirrored: false,
            isLightOnDark: false
        )
    }

    @Test func aPoseIsFoundExactlyFromExactCorners() throws {
        for turn in [Vector3(0.5, 0.2, 0.1), Vector3(-0.4, 0.6, 2.8), Vector3(0.01, -0.9, -1.2)] {
            let truth = transform(turn: turn, at: Vector3(0.1, -0.07, -0.6))
            let code = try seen(truth, side: 0.08)
            let pose = try #require(code.pose(sideMetres: 0.08, camera: camera))
            #expect((pose.cameraFromCode.translation - truth.translation).length < 1e-6)
            #expect((pose.cameraFromCode.rotation.inverse * truth.rotation).angle < 1e-5)
            #expect(pose.reprojectionError < 1e-6)
        }
    }

    @Test func theCovarianceIsThatOfTheErrors() throws {
        var random = SeededGenerator(seed: 3)
        let truth = transform(turn: Vector3(0.7, 0.3, 0.4), at: Vector3(0.05, 0.02, -0.45))
        var sum = 0.0
        let rounds = 400
        for _ in 0..<rounds {
            let errors = (0..<4).map { _ in Vector2(random.nextNormal(), random.nextNormal()) * 0.2 }
            let pose = try #require(try seen(truth, side: 0.1, errors).pose(sideMetres: 0.1, camera: camera))
            let turn = (truth.rotation * pose.cameraFromCode.rotation.inverse).log
            let shift = truth.translation - pose.cameraFromCode.translation
            let error = [turn.x, turn.y, turn.z, shift.x, shift.y, shift.z]
            let solved = try #require(SmallCholesky.solution(of: pose.covariance, error))
            sum += zip(error, solved).reduce(0) { $0 + $1.0 * $1.1 }
        }
        // The mean of 400 sums of six squares lies within 0.9…1.1 of 6 with a probability of 99.9 %.
        #expect(abs(sum / Double(rounds) / 6 - 1) < 0.1)
    }

    @Test func aSmallFarCodeTellsThatItsTiltMayBeTheOtherWay() throws {
        let far = try seen(transform(turn: Vector3(0.3, 0, 0), at: Vector3(0, 0, -3)), side: 0.06)
        let farPose = try #require(far.pose(sideMetres: 0.06, camera: camera))
        let other = try #require(farPose.alternative)
        #expect((other.rotation.inverse * farPose.cameraFromCode.rotation).angle > 0.3)
        let near = try seen(transform(turn: Vector3(0.6, 0.2, 0), at: Vector3(0, 0, -0.25)), side: 0.1)
        #expect(try #require(near.pose(sideMetres: 0.1, camera: camera)).alternative == nil)
    }

    @Test func noPoseIsMadeUp() throws {
        var code = try seen(transform(turn: Vector3(0.2, 0, 0), at: Vector3(0, 0, -1)), side: 0.1)
        #expect(code.pose(sideMetres: 0, camera: camera) == nil)
        #expect(code.pose(sideMetres: .nan, camera: camera) == nil)
        code.isMirrored = true
        #expect(code.pose(sideMetres: 0.1, camera: camera) == nil)
        code.isMirrored = false
        code.corners.topRight = code.corners.topLeft
        code.corners.bottomLeft = code.corners.topLeft
        #expect(code.pose(sideMetres: 0.1, camera: camera) == nil)
    }
}
