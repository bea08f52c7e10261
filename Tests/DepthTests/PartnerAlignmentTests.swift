import Geometry
import Testing

@testable import Depth

@Suite("Poses of partners, corrected by the images")
struct PartnerAlignmentTests {
    private static let truth = DepthEstimatorTests.poses

    /// The map of the last pose from images of the true poses, with poses that may be others.
    private static func map(
        given poses: [OpticalPose],
        stated sigma: (rotation: Double, position: Double),
        scene: TexturedScene = .room,
        landmarks: [Vector3] = landmarks
    ) -> DepthMap? {
        var configuration = DepthConfiguration()
        (configuration.rotationSigma, configuration.positionSigma) = sigma
        let estimator = DepthEstimator(configuration: configuration)
        for (index, (pose, given)) in zip(truth, poses).enumerated() {
            estimator.add(
                scene.image(pose, TexturedScene.Exposure(seed: UInt64(index + 1))),
                lens: TexturedScene.lens,
                worldFromOptical: given,
                timestampNanoseconds: Int64(index)
            )
        }
        return estimator.depthMap(landmarks: landmarks)
    }

    /// The true poses, all but the last one turned (radians) and shifted by 6 mm in directions of their own.
    private static func wrong(turnedBy angle: Double = 0.004) -> [OpticalPose] {
        let directions = [Vector3(0.6, -0.7, 0.4), Vector3(-0.5, 0.8, 0.3), Vector3(0.9, 0.2, -0.4)]
        return truth.enumerated().map { index, pose in
            guard index < 3 else { return pose }
            return OpticalPose(
                rotation: pose.rotation * Rotation(exp: directions[index] * angle),
                translation: pose.translation + directions[(index + 1) % 3] * 0.006
            )
        }
    }

    /// Points of the room, as seen from the last pose.
    private static let landmarks = (0..<60).compactMap { index -> Vector3? in
        let direction = Vector3(Double(index % 10) / 10 - 0.45, Double(index / 10) / 8 - 0.35, 1)
        return TexturedScene.room.meeting(truth[3], direction)?.point
    }

    @Test("Wrong poses give nearly the map of true ones, and the sigma is true")
    func wrongPoses() throws {
        let uncorrected = try #require(Self.map(given: Self.wrong(), stated: (0, 0)))
        #expect(DepthScore(uncorrected, .room).medianError > 0.02)
        let score = DepthScore(try #require(Self.map(given: Self.wrong(), stated: (0.003, 0.006))), .room)
        #expect(score.told > 0.65 && score.medianError < 0.01 && score.wrong < 0.02, "\(score)")
        #expect(score.withinOne > 0.6 && score.withinTwo > 0.93, "\(score)")
    }

    @Test("Poses that are turned by several pixels are found too")
    func turnedPoses() throws {
        let map = Self.map(given: Self.wrong(turnedBy: 0.016), stated: (0.003, 0.006))
        let score = DepthScore(try #require(map), .room)
        #expect(score.told > 0.65 && score.medianError < 0.01 && score.wrong < 0.02, "\(score)")
    }

    @Test("True poses with stated errors stay what they are")
    func truePoses() throws {
        let score = DepthScore(try #require(Self.map(given: Self.truth, stated: (0.003, 0.006))), .room)
        #expect(score.told > 0.65 && score.medianError < 0.006 && score.wrong < 0.02, "\(score)")
    }

    @Test("Landmarks tell the scale where all baselines are too long, and outliers among them do not")
    func scale() throws {
        let long = Self.truth.map { OpticalPose(rotation: $0.rotation, translation: $0.translation * 1.05) }
        let without = DepthScore(try #require(Self.map(given: long, stated: (0, 0))), .room)
        #expect((0.03...0.07).contains(without.medianError), "\(without)")
        let behind = Self.landmarks.prefix(8).map { $0 * 1.6 } + [Vector3(.nan, 0, 1), Vector3(0, 0, -1)]
        let with = Self.map(given: long, stated: (0.002, 0.006), landmarks: Self.landmarks + behind)
        let score = DepthScore(try #require(with), .room)
        #expect(score.medianError < 0.012, "\(score)")
    }

    @Test("Without landmarks the poses stay as they were given")
    func noLandmarks() throws {
        let stated = try #require(Self.map(given: Self.wrong(), stated: (0.003, 0.006), landmarks: []))
        let exact = try #require(Self.map(given: Self.wrong(), stated: (0, 0), landmarks: []))
        let both = exact.depth.indices.filter { stated.depth[$0] > 0 && exact.depth[$0] > 0 }
        #expect(both.count > 5_000)
        #expect(both.allSatisfy { stated.depth[$0] == exact.depth[$0] && stated.sigma[$0] > exact.sigma[$0] })
    }

    @Test("An image without corners leaves the poses as they were given")
    func noCorners() {
        var scene = TexturedScene.room
        scene.contrast = 0
        let (stated, exact) = (
            Self.map(given: Self.truth, stated: (0.003, 0.006), scene: scene),
            Self.map(given: Self.truth, stated: (0, 0), scene: scene)
        )
        #expect(stated?.knownCount ?? 0 <= exact?.knownCount ?? 0)
        #expect(exact?.knownCount ?? 0 < 500)
    }
}
