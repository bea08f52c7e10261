import Foundation
import Geometry
import Recordings

/// The simulator's ground truth of a recording: positions of objects, and their pixels in every image.
struct SimulatedTruth {
    struct Fingertip {
        var pixel: Vector2
        /// Metres in the truth's world, +Z up.
        var point: Vector3
        var isTouching: Bool
        var isInside: Bool
    }
    struct Sight {
        var name: String
        var pixels: [Vector2]
    }
    private struct Scene: Decodable {
        struct Rectangle: Decodable {
            var name: String
            var corners: [[Double]]
        }
        var rectangles: [Rectangle]
    }

    let states: [TruthState]
    let calibration: RecordedCalibration
    /// The corners of each rectangle, metres.
    let rectangles: [String: [Vector3]]
    /// The fingertip by the image's timestamp; empty without a hand.
    let fingertips: [Int64: Fingertip]
    /// The rectangles that are whole in an image, by its timestamp.
    let sights: [Int64: [Sight]]

    init(folder: String, reader: RecordingReader) throws {
        states = try reader.truth()
        calibration = reader.calibration
        let scene = try JSONDecoder().decode(
            Scene.self,
            from: Data(contentsOf: URL(filePath: folder + "/truth/scene.json"))
        )
        rectangles = Dictionary(
            uniqueKeysWithValues: scene.rectangles.map { ($0.name, $0.corners.map { Vector3($0[0], $0[1], $0[2]) }) }
        )
        var fingertips: [Int64: Fingertip] = [:]
        for row in Self.rows(folder + "/truth/fingertip.csv") where row.count == 8 {
            let n = row.dropFirst().compactMap { Double($0) }
            guard let stamp = Int64(row[0]), n.count == 7 else { continue }
            fingertips[stamp] = Fingertip(
                pixel: Vector2(n[0], n[1]),
                point: Vector3(n[2], n[3], n[4]),
                isTouching: n[5] == 1,
                isInside: n[6] == 1
            )
        }
        self.fingertips = fingertips
        var sights: [Int64: [Sight]] = [:]
        for row in Self.rows(folder + "/truth/rectangles.csv") where row.count == 11 && row[2] == "1" {
            let n = row[3...].compactMap { Double($0) }
            guard let stamp = Int64(row[0]), n.count == 8 else { continue }
            let pixels = (0..<4).map { Vector2(n[2 * $0], n[2 * $0 + 1]) }
            sights[stamp, default: []].append(Sight(name: String(row[1]), pixels: pixels))
        }
        self.sights = sights
    }

    private static func rows(_ path: String) -> [[Substring]] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    }

    /// The optical frame's true pose at a time on the inertial clock.
    func worldFromOptical(at stamp: Int64) -> RigidTransform<OdometrySpace, OpticalSpace>? {
        let pose = TimedPose(timestampNanoseconds: stamp, worldFromBody: .identity)
        let body = TrajectoryPairing(estimate: [pose], truth: states).pairs.first?.truth
        return body.map { $0 * calibration.bodyFromOptical }
    }

    /// The true pixel of a point in an image, each row at its own time.
    func pixel(of point: Vector3, at stamp: Int64, readoutTime: Double) -> Vector2? {
        var row = calibration.camera.sizePixels.y / 2
        var pixel: Vector2?
        for _ in 0..<3 {
            let part = row / calibration.camera.sizePixels.y - 0.5
            let time = stamp + Int64(((calibration.timeOffset + part * readoutTime) * 1e9).rounded())
            guard let pose = worldFromOptical(at: time) else { return nil }
            pixel = calibration.camera.pixel(of: pose.inverse * point)
            row = pixel?.y ?? row
        }
        return pixel.flatMap { calibration.camera.contains($0) ? $0 : nil }
    }
}
