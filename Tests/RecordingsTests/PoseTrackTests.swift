import Geometry
import Recordings
import Testing

/// Poses of a motion that is known at every time, read from a track of some of them.
@Suite("Poses between those of a trajectory")
struct PoseTrackTests {
    private static let spin = Vector3(0.3, -0.2, 0.5)
    private static let velocity = Vector3(0.4, 0.1, -0.2)

    /// A turn and a move at even speed; the time in milliseconds.
    private static func pose(_ milliseconds: Double) -> RigidTransform<OdometrySpace, BodySpace> {
        let seconds = milliseconds / 1000
        return RigidTransform(rotation: Rotation(exp: spin * seconds), translation: velocity * seconds)
    }

    private static func track(_ milliseconds: [Int64]) -> PoseTrack {
        PoseTrack(
            milliseconds.map { TimedPose(timestampNanoseconds: $0 * 1_000_000, worldFromBody: pose(Double($0))) }
        )
    }

    private static func distance(
        _ a: RigidTransform<OdometrySpace, BodySpace>,
        _ b: RigidTransform<OdometrySpace, BodySpace>
    ) -> Double {
        max((a.translation - b.translation).length, (a.rotation.inverse * b.rotation).log.length)
    }

    @Test("between two poses of an even motion the pose is exact, at a pose it is that one")
    func between() throws {
        let track = Self.track([1000, 1050, 1130, 1200])
        for milliseconds in [1000.0, 1010, 1049.5, 1050, 1100.25, 1200] {
            let found = try #require(track.pose(at: Int64(milliseconds * 1e6)))
            #expect(Self.distance(found, Self.pose(milliseconds)) < 1e-12)
        }
    }

    @Test("before the first, after the last and in a long gap there is no pose")
    func none() {
        let track = Self.track([1000, 1050, 1400])
        for milliseconds: Int64 in [-5, 0, 999, 1060, 1200, 1399, 1401, 5000] {
            #expect(track.pose(at: milliseconds * 1_000_000) == nil, "\(milliseconds) ms")
        }
        #expect(PoseTrack([]).pose(at: 0) == nil)
    }

    @Test("the motion while rows are read out is that of the camera, in the camera's axes and the world's")
    func motion() throws {
        let bodyFromOptical = RigidTransform<BodySpace, OpticalSpace>(
            rotation: Rotation(exp: Vector3(0.2, 1.1, -0.4)),
            translation: Vector3(0.05, -0.02, 0.1)
        )
        let track = Self.track(Array(stride(from: 1000, through: 1200, by: 5)))
        let motion = try #require(
            track.motion(at: 1_100_000_000, readoutTime: 0.02, bodyFromOptical: bodyFromOptical)
        )
        #expect(motion.readoutTime == 0.02)
        let spin = bodyFromOptical.rotation.inverse * Self.spin
        #expect((motion.angularVelocity - spin).length < 1e-9)
        // The camera stands off the body's axis, so it also moves by the turn; the chord of 20 ms is nearly the tangent.
        let lever = Self.pose(1100).rotation * bodyFromOptical.translation
        let turn = Self.pose(1100).rotation * Self.spin
        #expect((motion.velocity - Self.velocity - cross(turn, lever)).length < 1e-5)
    }

    @Test("a global shutter and poses too far apart have no motion")
    func noMotion() {
        let dense = Self.track(Array(stride(from: 1000, through: 1200, by: 5)))
        #expect(dense.motion(at: 1_100_000_000, readoutTime: 0, bodyFromOptical: .identity) == nil)
        #expect(dense.motion(at: 1_198_000_000, readoutTime: 0.02, bodyFromOptical: .identity) == nil)
        let sparse = Self.track([1000, 1080, 1160, 1240])
        #expect(sparse.motion(at: 1_120_000_000, readoutTime: 0.02, bodyFromOptical: .identity) == nil)
        #expect(PoseTrack([]).motion(at: 0, readoutTime: 0.02, bodyFromOptical: .identity) == nil)
    }
}
