import Foundation
import Geometry

/// Reads ground truth: EuRoC's csv and TUM text.
public enum GroundTruth {
    /// The truth of an EuRoC recording: its table, else its trajectory, else that of motion capture; empty if there is none.
    ///
    /// Of a LaMAria sequence: its pseudo-dense poses.
    static func read(_ layout: EurocLayout) throws(RecordingError) -> [TruthState] {
        if let path = layout.truthPoses {
            return FileManager.default.fileExists(atPath: path) ? try readNanoseconds(path: path) : []
        }
        if FileManager.default.fileExists(atPath: layout.truthTable) { return try readEuroc(path: layout.truthTable) }
        if FileManager.default.fileExists(atPath: layout.truthTrajectory) {
            return try read(path: layout.truthTrajectory)
        }
        if FileManager.default.fileExists(atPath: layout.truthCapture) {
            return try readEuroc(path: layout.truthCapture)
        }
        return []
    }

    /// Reads a ground-truth file: EuRoC's table (`.csv`) or TUM text.
    public static func read(path: String) throws(RecordingError) -> [TruthState] {
        if path.hasSuffix(".csv") { return try readEuroc(path: path) }
        return try TrajectoryFile.read(path: path).map { pose in
            TruthState(timestampNanoseconds: pose.timestampNanoseconds, worldFromBody: pose.worldFromBody)
        }
    }

    /// LaMAria's poses: TUM text with stamps in nanoseconds.
    private static func readNanoseconds(path: String) throws(RecordingError) -> [TruthState] {
        let table = try TableReader(path: path, separator: " ")
        var states: [TruthState] = []
        while let row = try table.next() {
            guard row.count == 8 else { throw table.dataError("the row has \(row.count) fields, not 8") }
            let stamp = try table.increasingTimestamp(row)
            let pose = try table.pose(row, position: 1, real: 7, imaginary: 4)
            states.append(TruthState(timestampNanoseconds: stamp, worldFromBody: pose))
        }
        return states
    }

    /// `state_groundtruth_estimate0/data.csv`: 8 columns of pose, or 17 with velocity and biases.
    public static func readEuroc(path: String) throws(RecordingError) -> [TruthState] {
        let table = try TableReader(path: path)
        var states: [TruthState] = []
        while let row = try table.next() {
            guard row.count == 8 || row.count == 17 else {
                throw table.dataError("the row has \(row.count) fields, not 8 or 17")
            }
            let stamp = try table.increasingTimestamp(row)
            let pose = try table.pose(row, position: 1, real: 4, imaginary: 5)
            var state = TruthState(timestampNanoseconds: stamp, worldFromBody: pose)
            if row.count == 17 {
                state.velocity = try table.vector(row, 8)
                state.gyroscopeBias = try table.vector(row, 11)
                state.accelerometerBias = try table.vector(row, 14)
            }
            states.append(state)
        }
        return states
    }
}

extension TableReader {
    /// A pose of seven fields; the quaternion must have a length near 1.
    func pose(
        _ fields: [Substring],
        position: Int,
        real: Int,
        imaginary: Int
    ) throws(RecordingError) -> RigidTransform<OdometrySpace, BodySpace> {
        let translation = try vector(fields, position)
        let w = try number(fields, real)
        let v = try vector(fields, imaginary)
        guard abs(dot(v, v) + w * w - 1) < 0.05 else { throw dataError("the quaternion's length is not 1") }
        return RigidTransform(rotation: Rotation(x: v.x, y: v.y, z: v.z, w: w), translation: translation)
    }
}
