import Foundation
import Geometry
import Recordings

/// What the simulator knows about a recording.
struct Truth {
    struct Plane: Decodable {
        var name: String
        var alignment: String
        var center: [Double]
        var normal: [Double]
        var extent: [Double]
        var corners: [[Double]]
    }
    struct Rectangle: Decodable {
        var name: String
        var corners: [[Double]]
    }
    private struct Scene: Decodable {
        var preset: String
        var planes: [Plane]
        var rectangles: [Rectangle]
    }
    /// A corner of a rectangle that a picture shows.
    struct Sight {
        var pixel: Vector2
        /// Metres in the truth's world, +Z up.
        var point: Vector3
    }

    let preset: String
    let planes: [Plane]
    let states: [TruthState]
    /// The visible corners of each picture, by its stamp.
    let sights: [Int64: [Sight]]

    init(folder: String, states: [TruthState]) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/truth/scene.json"))
        let scene = try JSONDecoder().decode(Scene.self, from: data)
        preset = scene.preset
        planes = scene.planes
        self.states = states
        var corners: [String: [Vector3]] = [:]
        for rectangle in scene.rectangles {
            corners[rectangle.name] = rectangle.corners.map { Vector3($0[0], $0[1], $0[2]) }
        }
        var sights: [Int64: [Sight]] = [:]
        let text = try String(contentsOfFile: folder + "/truth/rectangles.csv", encoding: .utf8)
        for line in text.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: ",")
            guard fields.count == 11, fields[2] == "1", let stamp = Int64(fields[0]),
                let points = corners[String(fields[1])]
            else { continue }
            let numbers = fields[3...].compactMap { Double($0) }
            for index in 0..<4 {
                let pixel = Vector2(numbers[2 * index], numbers[2 * index + 1])
                sights[stamp, default: []].append(Sight(pixel: pixel, point: points[index]))
            }
        }
        self.sights = sights
    }

    /// The body's true pose at a time on the inertial clock.
    func worldFromBody(at stamp: Int64) -> RigidTransform<OdometrySpace, BodySpace>? {
        let pose = TimedPose(timestampNanoseconds: stamp, worldFromBody: .identity)
        return TrajectoryPairing(estimate: [pose], truth: states).pairs.first?.truth
    }
}
