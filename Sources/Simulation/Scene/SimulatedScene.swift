import Foundation
import Geometry

/// A room with its furniture, read from a scene's text; metres, +Z up, the floor at zero, the room's centre at the
/// origin.
public struct SimulatedScene: Sendable {
    /// A rectangle that hangs on a wall or lies on a table: a poster, a screen, a sheet.
    public struct Rectangle: Sendable {
        /// Its name.
        public var name: String
        /// Its corners in the world, clockwise from the top left as seen from its front.
        public var corners: [Vector3]
    }
    /// A window or a lamp: a rectangle that emits light.
    struct Lamp {
        let centre: Vector3
        let halfU: Vector3
        let halfV: Vector3
        let power: SIMD3<Float>
        /// Whether it lights one side alone, as a window does: the side of `halfU` × `halfV`.
        var isDirected = false
    }
    /// The routes of the device.
    struct Ways {
        /// The centre and the half lengths of the ellipse of the walk.
        var walkCentre = Vector2(0, 0)
        var walkRadii = Vector2(1, 1)
        /// The target and the centre of table-top motions.
        var tableCentre = Vector3(0, 0, 0.75)
        var tableRadius = 0.5
    }

    /// The name of the scene's file.
    public var name: String
    /// The room's size, metres.
    public var roomSize = Vector3(5, 4, 2.6)
    /// The solids; the first is the room itself.
    public var bodies: [SceneBody] = []
    /// The rectangles whose corners are part of the ground truth.
    public var rectangles: [Rectangle] = []
    /// The name of the table a hand draws on; nil without a hand.
    public var handTable: String?
    var lamps: [Lamp] = []
    var ways = Ways()

    /// The scenes that come with the program.
    public static let builtInNames = ["room", "desk", "bare"]

    /// A scene by the path of its file, or by the name of one that comes with the program.
    public static func load(_ pathOrName: String) throws(SimulationError) -> SimulatedScene {
        if let bytes = builtIn(pathOrName) {
            return try SimulatedScene(text: String(decoding: bytes, as: UTF8.self), file: pathOrName)
        }
        guard let data = FileManager.default.contents(atPath: pathOrName) else {
            let known = builtInNames.joined(separator: ", ")
            throw .unreadable(file: pathOrName, reason: "no such file, and no scene of that name (there are \(known))")
        }
        return try SimulatedScene(text: String(decoding: data, as: UTF8.self), file: pathOrName)
    }

    private static func builtIn(_ name: String) -> [UInt8]? {
        switch name {
        case "room": PackageResources.room_scene
        case "desk": PackageResources.desk_scene
        case "bare": PackageResources.bare_scene
        default: nil
        }
    }

    /// Reads a scene from its text; `file` is the name in errors.
    ///
    /// The form is described in docs/simulation.md.
    public init(text: String, file: String) throws(SimulationError) {
        name = file
        var number = 0
        for raw in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            if let line = try SceneLine(raw, file: file, number: number) { try add(line) }
        }
        guard bodies.first?.shape == .shell else {
            throw .badScene(file: file, line: 1, reason: "the scene must begin with a `room`")
        }
        if lamps.isEmpty { addDefaultLamp() }
    }

    /// The face of a named table's top: its centre and half lengths, metres; nil if there is none.
    func tableTop(_ name: String) -> (centre: Vector3, half: Vector2, rotation: Rotation)? {
        guard let top = bodies.first(where: { $0.name == name }) else { return nil }
        let centre = top.centre + Vector3(0, 0, top.halfSize.z)
        return (centre, Vector2(top.halfSize.x, top.halfSize.y), top.rotation)
    }

    private mutating func addDefaultLamp() {
        lamps.append(
            Lamp(
                centre: Vector3(0, 0, roomSize.z - 0.02),
                halfU: Vector3(0.4, 0, 0),
                halfV: Vector3(0, 0.4, 0),
                power: SIMD3(9, 8.6, 8)
            )
        )
    }
}

extension SimulatedScene {
    /// The distance along a ray to the first surface, metres; nil if there is none.
    public func distance(along ray: Ray) -> Double? {
        var nearest = PacketIntersection.far
        for body in bodies {
            let turn = body.rotation.inverse
            let origin = SIMD3<Float>(turn * (ray.origin - body.centre))
            let direction = SIMD3<Float>(turn * ray.direction)
            let distances = PacketIntersection.distance(
                body.shape,
                half: SIMD3<Float>(body.halfSize),
                origin: origin,
                x: .init(repeating: direction.x),
                y: .init(repeating: direction.y),
                z: .init(repeating: direction.z)
            )
            if distances[0] > 0 { nearest = min(nearest, distances[0]) }
        }
        return nearest < PacketIntersection.far ? Double(nearest) : nil
    }
}
