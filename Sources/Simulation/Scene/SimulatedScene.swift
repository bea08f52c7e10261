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
    /// A room of a flat: a rectangle between walls.
    public struct Space: Sendable {
        /// Its name.
        public var name: String
        /// Its corners with the least and with the greatest coordinates, metres.
        public var low: Vector2
        /// The same.
        public var high: Vector2
    }
    /// A door in a partition.
    struct Door {
        let name: String
        let middle: Vector2
        let width: Double
        /// From its middle into the room on one side, metres.
        let across: Vector2
    }
    /// The routes of the device.
    struct Routes {
        /// The centre and the half lengths of the ellipse of the walk.
        var walkCentre = Vector2(0, 0)
        var walkRadii = Vector2(1, 1)
        /// The way of the walk, in place of the ellipse; nil without one.
        var path: RoutePath?
        /// The way of the survey; nil without one.
        var survey: SurveyPath?
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
    /// The rooms of a flat; none if the scene is one room.
    public var spaces: [Space] = []
    var doors: [Door] = []
    /// The name of the table a hand draws on; nil without a hand.
    public var handTable: String?
    var lamps: [Lamp] = []
    var routes = Routes()

    /// The scenes that come with the program.
    public static let builtInNames = ["room", "desk", "bare", "corridor", "flat"]

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
        case "corridor": PackageResources.corridor_scene
        case "flat": PackageResources.flat_scene
        default: nil
        }
    }

    /// Reads a scene from its text; `file` is the name in errors.
    ///
    /// The form is described in docs/library/simulation.md.
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

extension SimulatedScene {
    /// Adds the object that a line describes.
    private mutating func add(_ line: SceneLine) throws(SimulationError) {
        switch line.word {
        case "room": try addRoom(line)
        case "box", "cylinder", "ball": try addSolid(line)
        case let word where Furniture.words.contains(word): bodies += try Furniture(line).bodies
        case "partition":
            let partition = try Partition(line, roomHeight: roomSize.z)
            bodies += partition.bodies
            doors += partition.doors
        case "space": try addSpace(line)
        case "route": try addRoute(line)
        case "survey": try addSurvey(line)
        case "poster": try addPoster(line)
        case "sheet": try addSheet(line)
        case "window": try addWindow(line)
        case "lamp": try addLamp(line)
        case "walk":
            let centre = try line.numbers("centre", count: 2)
            let radii = try line.lengths("radii", count: 2)
            routes.walkCentre = Vector2(centre[0], centre[1])
            routes.walkRadii = Vector2(radii[0], radii[1])
        case "circle":
            let at = try line.numbers("at", count: 3)
            routes.tableCentre = Vector3(at[0], at[1], at[2])
            routes.tableRadius = try line.length("radius")
        case "hand":
            let table = try line.word("table")
            guard bodies.contains(where: { $0.name == table }) else {
                throw line.fault("there is no table “\(table)” above")
            }
            handTable = table
        default:
            throw line.fault("“\(line.word)” is not known")
        }
    }

    private mutating func addRoom(_ line: SceneLine) throws(SimulationError) {
        guard bodies.isEmpty else { throw line.fault("there is a room already, or it does not come first") }
        let size = try line.lengths("size", count: 3)
        roomSize = Vector3(size[0], size[1], size[2])
        let wall = try SurfaceMaterial(line, key: "wall", default: "plaster")
        var room = SceneBody(
            name: "room",
            shape: .shell,
            centre: Vector3(0, 0, roomSize.z / 2),
            size: roomSize,
            material: wall
        )
        room.materials[4] = try SurfaceMaterial(line, key: "floor", default: "planks")
        room.materials[5] = try SurfaceMaterial(line, key: "ceiling", default: "plain")
        bodies.append(room)
    }

    private mutating func addSpace(_ line: SceneLine) throws(SimulationError) {
        let (from, to) = (try line.numbers("from", count: 2), try line.numbers("to", count: 2))
        guard from[0] < to[0], from[1] < to[1] else { throw line.fault("`from` must lie below `to` in x and in y") }
        spaces.append(Space(name: line.name, low: Vector2(from[0], from[1]), high: Vector2(to[0], to[1])))
    }

    private mutating func addRoute(_ line: SceneLine) throws(SimulationError) {
        let points = try line.pairs("points").map { Vector2($0.0, $0.1) }
        guard points.count > 1, zip(points, points.dropFirst()).allSatisfy({ $0 != $1 }) else {
            throw line.fault("`points` needs two points or more, each other than the one before it")
        }
        routes.path = RoutePath(points)
    }

    private mutating func addSurvey(_ line: SceneLine) throws(SimulationError) {
        let stops = try line.triples("points").map {
            SurveyPath.Stop(place: Vector2($0.0, $0.1), heading: $0.2 * .pi / 180)
        }
        guard stops.count > 1, zip(stops, stops.dropFirst()).allSatisfy({ $0.place != $1.place }) else {
            throw line.fault("`points` needs two points or more, each elsewhere than the one before it")
        }
        routes.survey = SurveyPath(stops)
    }

    private mutating func addSolid(_ line: SceneLine) throws(SimulationError) {
        let at = try line.numbers("at", count: 3)
        let material = try SurfaceMaterial(line)
        let turn = Rotation(exp: Vector3(0, 0, try line.number("turn", default: 0) * .pi / 180))
        let size: Vector3
        let shape: SceneBody.Shape
        switch line.word {
        case "box":
            let lengths = try line.lengths("size", count: 3)
            (shape, size) = (.box, Vector3(lengths[0], lengths[1], lengths[2]))
        case "cylinder":
            let diameter = try 2 * line.length("radius")
            (shape, size) = (.cylinder, Vector3(diameter, diameter, try line.length("height")))
        default:
            let diameter = try 2 * line.length("radius")
            (shape, size) = (.ball, Vector3(diameter, diameter, diameter))
        }
        let centre = Vector3(at[0], at[1], at[2] + size.z / 2)
        var body = SceneBody(
            name: line.name,
            shape: shape,
            centre: centre,
            rotation: turn,
            size: size,
            material: material
        )
        if shape == .box {
            body.materials[5] = try SurfaceMaterial(
                line,
                key: "top",
                default: try line.word("material", default: "plain")
            )
        }
        if shape == .box, (try? line.word("top")) == nil { body.materials[5] = material }
        bodies.append(body)
    }

    private mutating func addPoster(_ line: SceneLine) throws(SimulationError) {
        let (origin, right) = try wallFrame(line)
        let size = try line.lengths("size", count: 2)
        let at = try line.numbers("at", count: 2)
        let out = cross(Vector3(0, 0, 1), right) * -1
        let thickness = 0.012
        let middle = origin + right * at[0] + Vector3(0, 0, at[1]) + out * (thickness / 2)
        let art = try line.whole("art", default: 0)
        let turn = Rotation(matrix: Matrix3(columns: right, out * -1, Vector3(0, 0, 1)))
        var body = SceneBody(
            name: line.name,
            centre: middle,
            rotation: turn,
            size: Vector3(size[0], thickness, size[1]),
            material: SurfaceMaterial(.plain, tint: SIMD3(0.9, 0.9, 0.88))
        )
        body.materials[2] = SurfaceMaterial(.print(art))
        bodies.append(body)
        let face = middle + out * (thickness / 2)
        let half = right * (size[0] / 2)
        let up = Vector3(0, 0, size[1] / 2)
        rectangles.append(
            Rectangle(
                name: line.name,
                corners: [face - half + up, face + half + up, face + half - up, face - half - up]
            )
        )
    }

    private mutating func addSheet(_ line: SceneLine) throws(SimulationError) {
        let at = try line.numbers("at", count: 3)
        let size = try line.lengths("size", count: 2)
        let turn = Rotation(exp: Vector3(0, 0, try line.number("turn", default: 0) * .pi / 180))
        let thickness = try line.length("thickness", default: 0.002)
        var body = SceneBody(
            name: line.name,
            centre: Vector3(at[0], at[1], at[2] + thickness / 2),
            rotation: turn,
            size: Vector3(size[0], size[1], thickness),
            material: SurfaceMaterial(.plain, tint: SIMD3(0.93, 0.93, 0.9))
        )
        body.materials[5] = try SurfaceMaterial(line, default: "page")
        bodies.append(body)
        let top = Vector3(at[0], at[1], at[2] + thickness)
        let half = Vector2(size[0] / 2, size[1] / 2)
        let corners = [
            Vector2(-half.x, half.y), Vector2(half.x, half.y), Vector2(half.x, -half.y), Vector2(-half.x, -half.y),
        ]
        rectangles.append(
            Rectangle(name: line.name, corners: corners.map { top + turn * Vector3($0.x, $0.y, 0) })
        )
    }

    private mutating func addWindow(_ line: SceneLine) throws(SimulationError) {
        let (origin, right) = try wallFrame(line)
        let size = try line.lengths("size", count: 2)
        let at = try line.numbers("at", count: 2)
        let out = cross(Vector3(0, 0, 1), right) * -1
        let middle = origin + right * at[0] + Vector3(0, 0, at[1])
        let turn = Rotation(matrix: Matrix3(columns: right, out * -1, Vector3(0, 0, 1)))
        let frame = SurfaceMaterial(.plain, tint: SIMD3(0.95, 0.95, 0.94))
        bodies.append(
            SceneBody(
                name: line.name,
                centre: middle + out * 0.005,
                rotation: turn,
                size: Vector3(size[0], 0.01, size[1]),
                material: SurfaceMaterial(.glow)
            )
        )
        for (x, z, w, h) in [
            (0.0, 0.5, 1.06, 0.05), (0.0, -0.5, 1.1, 0.07), (-0.5, 0.0, 0.05, 1.0), (0.5, 0.0, 0.05, 1.0),
            (0.0, 0.0, 0.035, 1.0),
        ] {
            let position = middle + right * (x * size[0]) + Vector3(0, 0, z * size[1]) + out * 0.02
            let extent = Vector3(w < 0.2 ? w : w * size[0], 0.05, h < 0.2 ? h : h * size[1])
            bodies.append(
                SceneBody(
                    name: line.name + "-frame",
                    centre: position,
                    rotation: turn,
                    size: extent,
                    material: frame,
                    group: line.name
                )
            )
        }
        let power = Float(try line.length("power", default: 9))
        lamps.append(
            Lamp(
                centre: middle + out * 0.06,
                halfU: right * (size[0] / 2),
                halfV: Vector3(0, 0, size[1] / 2),
                power: SIMD3(1.35, 1.31, 1.24) * power,
                isDirected: true
            )
        )
    }

    private mutating func addLamp(_ line: SceneLine) throws(SimulationError) {
        let at = try line.numbers("at", count: 3)
        let radius = try line.length("radius", default: 0.2)
        let centre = Vector3(at[0], at[1], at[2])
        let power = Float(try line.length("power", default: 6))
        bodies.append(
            SceneBody(
                name: line.name,
                shape: .cylinder,
                centre: centre + Vector3(0, 0, 0.06),
                size: Vector3(2 * radius, 2 * radius, 0.1),
                material: SurfaceMaterial(.glow, tint: SIMD3(1, 0.95, 0.85))
            )
        )
        lamps.append(
            Lamp(
                centre: centre,
                halfU: Vector3(radius, 0, 0),
                halfV: Vector3(0, radius, 0),
                power: SIMD3(1, 0.9, 0.76) * power
            )
        )
    }

    /// The middle of a wall's foot and the direction to the right along it, seen from inside.
    private func wallFrame(_ line: SceneLine) throws(SimulationError) -> (origin: Vector3, right: Vector3) {
        let half = roomSize / 2
        switch try line.word("wall") {
        case "north": return (Vector3(0, half.y, 0), Vector3(1, 0, 0))
        case "south": return (Vector3(0, -half.y, 0), Vector3(-1, 0, 0))
        case "east": return (Vector3(half.x, 0, 0), Vector3(0, -1, 0))
        case "west": return (Vector3(-half.x, 0, 0), Vector3(0, 1, 0))
        case let other: throw line.fault("the wall “\(other)” is none of north, south, east, west")
        }
    }
}
