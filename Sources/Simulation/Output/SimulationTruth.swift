import Foundation
import Geometry

/// The ground truth of a simulation's scene, written beside the recording.
struct SimulationTruth: Encodable {
    struct PlaneTruth: Encodable {
        let name: String
        let alignment: String
        let center: [Double]
        let normal: [Double]
        /// Width and height of the rectangle, metres.
        let extent: [Double]
        let corners: [[Double]]
    }
    struct RectangleTruth: Encodable {
        let name: String
        /// From the top left, clockwise, metres in the world.
        let corners: [[Double]]
    }
    struct ObjectTruth: Encodable {
        let name: String
        /// The axis-aligned box around it, metres in the world.
        let minimum: [Double]
        let maximum: [Double]
    }
    struct RoomTruth: Encodable {
        let name: String
        /// Counterclockwise, metres in the world.
        let corners: [[Double]]
        let area: Double
        let height: Double
    }
    struct DoorTruth: Encodable {
        let name: String
        /// The names of the rooms on its two sides.
        let rooms: [String]
        /// Metres in the world.
        let middle: [Double]
        let width: Double
    }
    struct CameraTruth: Encodable {
        let width: Int
        let height: Int
        let focalLengthPixels: [Double]
        /// With the first pixel's centre at (0.5, 0.5).
        let principalPointPixels: [Double]
        let radialTangential: [Double]
        let bodyFromOpticalTranslation: [Double]
        /// x, y, z, w.
        let bodyFromOpticalQuaternion: [Double]
        let timeOffset: Double
        let readoutTime: Double
        let exposureTime: Double
    }

    let scene: String
    let preset: String
    let motion: String
    let start: String
    let end: String
    let seed: UInt64
    let duration: Double
    let camera: CameraTruth
    let rooms: [RoomTruth]
    let doors: [DoorTruth]
    let planes: [PlaneTruth]
    let rectangles: [RectangleTruth]
    let objects: [ObjectTruth]

    init(_ plan: SimulationPlan) {
        scene = plan.scene.name
        preset = plan.preset.name
        motion = plan.motion.rawValue
        start = plan.start.rawValue
        end = plan.end.rawValue
        seed = plan.seed
        duration = plan.duration
        camera = CameraTruth(plan.preset)
        rooms = Self.rooms(plan.scene)
        doors = Self.doors(plan.scene)
        planes = Self.planes(plan.scene)
        rectangles = plan.scene.rectangles.map { RectangleTruth(name: $0.name, corners: $0.corners.map(\.list)) }
        objects = Self.objects(plan.scene)
    }

    /// The rooms of a flat, or the only room.
    private static func rooms(_ scene: SimulatedScene) -> [RoomTruth] {
        let half = Vector2(scene.roomSize.x, scene.roomSize.y) / 2
        let spaces = scene.spaces.isEmpty ? [.init(name: "room", low: -half, high: half)] : scene.spaces
        return spaces.map { space in
            let (low, high) = (space.low, space.high)
            return RoomTruth(
                name: space.name,
                corners: [[low.x, low.y], [high.x, low.y], [high.x, high.y], [low.x, high.y]],
                area: (high.x - low.x) * (high.y - low.y),
                height: scene.roomSize.z
            )
        }
    }

    private static func doors(_ scene: SimulatedScene) -> [DoorTruth] {
        scene.doors.map { door in
            DoorTruth(
                name: door.name,
                rooms: [door.middle - door.across, door.middle + door.across].compactMap { place in
                    scene.spaces.first {
                        place.x > $0.low.x && place.y > $0.low.y && place.x < $0.high.x && place.y < $0.high.y
                    }?.name
                },
                middle: [door.middle.x, door.middle.y],
                width: door.width
            )
        }
    }

    /// The room's six faces, and the tops of all boxes of at least 4 dm² that do not reach the ceiling.
    private static func planes(_ scene: SimulatedScene) -> [PlaneTruth] {
        let names = ["wall-west", "wall-east", "wall-south", "wall-north", "floor", "ceiling"]
        var planes: [PlaneTruth] = []
        for body in scene.bodies {
            for face in 0..<6 {
                let isShell = body.shape == .shell
                let size = BoxFace.size(face, half: SIMD3<Float>(body.halfSize))
                let isTop = face == 5 && body.shape == .box && body.centre.z + body.halfSize.z < scene.roomSize.z - 0.01
                guard isShell || (isTop && size.x * size.y >= 0.04) else { continue }
                planes.append(plane(body, face, name: isShell ? names[face] : body.name, outward: isShell ? -1 : 1))
            }
        }
        return planes
    }

    private static func plane(_ body: SceneBody, _ face: Int, name: String, outward: Double) -> PlaneTruth {
        let half = body.halfSize
        var centre = Vector3.zero
        centre[face / 2] = face % 2 == 0 ? -half[face / 2] : half[face / 2]
        let (axis, up) = (BoxFace.right(face).axis, BoxFace.upAxis(face))
        let corners = [(-1.0, 1.0), (1, 1), (1, -1), (-1, -1)].map { u, v -> [Double] in
            var corner = centre
            corner[axis] = u * half[axis]
            corner[up] = v * half[up]
            return (body.centre + body.rotation * corner).list
        }
        let normal = body.rotation * (centre.normalized * outward)
        let alignment = abs(normal.z) > 0.9 ? "horizontal" : abs(normal.z) < 0.1 ? "vertical" : "sloped"
        return PlaneTruth(
            name: name,
            alignment: alignment,
            center: (body.centre + body.rotation * centre).list,
            normal: normal.list,
            extent: [2 * half[axis], 2 * half[up]],
            corners: corners
        )
    }

    private static func objects(_ scene: SimulatedScene) -> [ObjectTruth] {
        var order: [String] = []
        var boxes: [String: (low: Vector3, high: Vector3)] = [:]
        for body in scene.bodies where body.shape != .shell {
            for corner in 0..<8 {
                let sign = Vector3(corner & 1 == 0 ? -1 : 1, corner & 2 == 0 ? -1 : 1, corner & 4 == 0 ? -1 : 1)
                let point = body.centre + body.rotation * (body.halfSize * sign)
                if let box = boxes[body.group] {
                    boxes[body.group] = (pointwiseMin(box.low, point), pointwiseMax(box.high, point))
                } else {
                    order.append(body.group)
                    boxes[body.group] = (point, point)
                }
            }
        }
        return order.compactMap { name in
            boxes[name].map { ObjectTruth(name: name, minimum: $0.low.list, maximum: $0.high.list) }
        }
    }
}

extension SimulationTruth.CameraTruth {
    init(_ preset: DevicePreset) {
        let c = preset.camera.distortion.coefficients
        let pose = preset.bodyFromOptical
        let q = pose.rotation
        self.init(
            width: preset.camera.width,
            height: preset.camera.height,
            focalLengthPixels: [preset.camera.focalLengthPixels.x, preset.camera.focalLengthPixels.y],
            principalPointPixels: [preset.camera.principalPointPixels.x, preset.camera.principalPointPixels.y],
            radialTangential: [c.x, c.y, c.z, c.w],
            bodyFromOpticalTranslation: pose.translation.list,
            bodyFromOpticalQuaternion: [q.imaginary.x, q.imaginary.y, q.imaginary.z, q.real],
            timeOffset: preset.timeOffset,
            readoutTime: preset.readoutTime,
            exposureTime: preset.exposureTime
        )
    }
}

extension SIMD3<Double> {
    /// The three components.
    var list: [Double] { [x, y, z] }
}
