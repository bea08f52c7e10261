import Foundation
import Geometry

/// Trajectories as TUM text: `t x y z qx qy qz qw` per line, seconds and metres.
public enum TrajectoryFile {
    /// Reads a trajectory; throws `unreadable` or `badData`.
    public static func read(path: String) throws(RecordingError) -> [TimedPose] {
        let table = try TableReader(path: path, separator: " ")
        var poses: [TimedPose] = []
        while let row = try table.next() {
            guard row.count == 8 else { throw table.dataError("the row has \(row.count) fields, not 8") }
            guard let stamp = nanoseconds(ofSeconds: row[0]) else {
                throw table.dataError("field 1, “\(row[0])”, is not a time in seconds")
            }
            let pose = try table.pose(row, position: 1, real: 7, imaginary: 4)
            poses.append(TimedPose(timestampNanoseconds: try table.increasing(stamp), worldFromBody: pose))
        }
        return poses
    }

    /// Writes a trajectory; throws `unwritable`.
    public static func write(_ poses: [TimedPose], to path: String) throws(RecordingError) {
        let file = try TextFileWriter(path: path)
        for pose in poses {
            try file.write(line(timestampNanoseconds: pose.timestampNanoseconds, pose: pose.worldFromBody))
        }
        try file.flush()
    }

    /// A line of a trajectory, without its line end; the time in nanoseconds, the rest rounded to 0.1 µm.
    public static func line(timestampNanoseconds: Int64, pose: RigidTransform<OdometrySpace, BodySpace>) -> String {
        let p = pose.translation
        let q = pose.rotation
        let numbers = [p.x, p.y, p.z, q.imaginary.x, q.imaginary.y, q.imaginary.z, q.real]
        return ([seconds(ofNanoseconds: timestampNanoseconds)] + numbers.map { String(format: "%.9f", $0) })
            .joined(separator: " ")
    }

    /// Nanoseconds as seconds with nine decimals, without rounding.
    public static func seconds(ofNanoseconds nanoseconds: Int64) -> String {
        let (whole, part) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        let digits = String(part)
        let padding = String(repeating: "0", count: 9 - digits.count)
        return "\(nanoseconds < 0 ? "-" : "")\(whole).\(padding)\(digits)"
    }

    /// The latest time accepted, in seconds since 1970 (the year 2096): the difference of two times then always fits
    /// 64 bits.
    static let latestSeconds: Int64 = 4_000_000_000

    /// Decimal seconds as nanoseconds; exact for plain decimals, since a Double has only microsecond resolution for
    /// times of this century.
    static func nanoseconds(ofSeconds text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 2, let whole = Int64(parts[0]), whole >= 0, whole < latestSeconds,
            parts[1].allSatisfy(\.isASCIIDigit), !parts[1].isEmpty
        {
            let digits = parts[1].prefix(9)
            let scale = (0..<(9 - digits.count)).reduce(Int64(1)) { scale, _ in scale * 10 }
            return Int64(digits).map { whole * 1_000_000_000 + $0 * scale }
        }
        guard let seconds = Double(text), seconds.isFinite, abs(seconds) < Double(latestSeconds) else { return nil }
        return Int64((seconds * 1e9).rounded())
    }
}

extension Character {
    /// Whether the character is one of 0…9.
    var isASCIIDigit: Bool { isASCII && isNumber }
}
