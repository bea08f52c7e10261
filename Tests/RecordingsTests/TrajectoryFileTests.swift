import Foundation
import Geometry
import Testing

@testable import Recordings

@Suite("Trajectories as TUM text")
struct TrajectoryFileTests {
    private let pose = TimedPose(
        timestampNanoseconds: 1_403_638_538_577_829_376,
        worldFromBody: RigidTransform(rotation: .identity, translation: Vector3(1, -2.5, 1e-6))
    )

    @Test("a line has eight fields, the stamp to the nanosecond")
    func line() {
        let line = TrajectoryFile.line(timestampNanoseconds: pose.timestampNanoseconds, pose: pose.worldFromBody)
        #expect(
            line == "1403638538.577829376 1.000000000 -2.500000000 0.000001000 "
                + "0.000000000 0.000000000 0.000000000 1.000000000"
        )
    }

    @Test("what is written comes back")
    func roundTrip() throws {
        let folder = try TemporaryFolder()
        try TrajectoryFile.write([pose], to: folder.path + "/a.tum")
        #expect(try TrajectoryFile.read(path: folder.path + "/a.tum") == [pose])
    }

    @Test(
        "bad lines name file and line",
        arguments: [
            ("1 2 3", "the row has 3 fields, not 8"),
            ("nan 0 0 0 0 0 0 1", "field 1, “nan”, is not a time in seconds"),
            ("2 0 nan 0 0 0 0 1", "field 3, “nan”, is not a finite number"),
            ("2 0 0 0 0 0 0 0", "the quaternion's length is not 1"),
            ("1 0 0 0 0 0 0 1", "the time goes back or stands: 1000000000 ns after 1500000000 ns"),
        ]
    )
    func bad(_ line: String, _ reason: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("# t x y z\n1.5 0 0 0 0 0 0 1\n\(line)\n", to: "a.tum")
        let path = folder.path + "/a.tum"
        #expect(throws: RecordingError.badData(file: path, line: 3, reason: reason)) {
            try TrajectoryFile.read(path: path)
        }
    }
}
