import Features
import Geometry
import Models
import RealModule
import SceneGraph
import TestWorlds
import Testing
import WorldTracking

@testable import Experiences

@Suite("Drawing")
struct DrawingTests {
    static let middle = Vector3(0, SyntheticRoom.tableHeight, -1.1)

    /// Draws a path of the table with the tip held on it.
    static func draw(_ path: [Vector3], _ drawing: inout Drawing, _ world: World) {
        guard let frame = world.currentFrame, let camera = frame.camera else { return }
        drawing.penDown()
        for point in path { drawing.update(frame, in: world, tipAt: camera.pixel(of: point)) }
        drawing.penUp()
    }

    static func circle(_ radius: Double, steps: Int = 60) -> [Vector3] {
        (0...steps).map { step in
            let angle = 2 * Double.pi * Double(step) / Double(steps)
            return middle + Vector3(.cos(angle), 0, .sin(angle)) * radius
        }
    }

    @Test("ink lies on the table, where the tip was, without double points")
    func ink() throws {
        let world = SyntheticRoom().world()
        var drawing = Drawing()
        Self.draw(Self.circle(0.15), &drawing, world)
        let stroke = try #require(drawing.strokes.first)
        #expect(drawing.strokes.count == 1 && stroke.isClosed && stroke.planeAnchor != nil)
        #expect(stroke.points.allSatisfy { abs($0.y - SyntheticRoom.tableHeight) < 0.004 })
        #expect(stroke.points.allSatisfy { abs(($0 - Self.middle).length - 0.15) < 0.006 })
        #expect(zip(stroke.points, stroke.points.dropFirst()).allSatisfy { ($1 - $0).length >= Drawing.spacing })
        #expect(abs(stroke.length - 0.942) < 0.03)
    }

    @Test("an unsure tip lifts the pen, and the line goes on as a new stroke")
    func unsure() throws {
        let world = SyntheticRoom().world()
        let frame = try #require(world.currentFrame)
        var drawing = Drawing()
        drawing.penDown()
        for (index, point) in Self.circle(0.15).enumerated() {
            let isSure = !(20..<30).contains(index)
            drawing.update(frame, in: world, tipAt: frame.camera?.pixel(of: point), confidence: isSure ? 0.9 : 0.1)
        }
        #expect(drawing.strokes.count == 2)
        #expect(drawing.tip != nil)
    }

    @Test("a line begun where no plane is known yet goes on over what no landmark shows")
    func guessed() throws {
        var room = SyntheticRoom()
        let isHole = { (point: Vector3) in (Vector3(1.1, 0, point.z) - point).length < 0.25 }
        room.points.removeAll { isHole($0) || $0.z < SyntheticRoom.tableHeight }
        var world = World(configuration: SessionConfiguration(planeDetection: []))
        _ = world.update(with: room.picture(at: 0), describer: ImageDescriber())
        var drawing = Drawing()
        let pixel = try #require(world.currentFrame?.camera?.pixel(of: Self.middle))
        #expect(world.hitTest(pixel, types: .estimatedHorizontalPlane).isEmpty)
        Self.draw((0...80).map { Self.middle + Vector3(Double($0) * 0.01 - 0.4, 0, 0) }, &drawing, world)
        let stroke = try #require(drawing.strokes.first)
        #expect(drawing.strokes.count == 1 && stroke.planeAnchor == nil)
        #expect(
            stroke.points.allSatisfy {
                abs($0.y - stroke.points[0].y) < 1e-9 && abs($0.y - SyntheticRoom.tableHeight) < 0.01
            }
        )
        #expect(abs(stroke.length - 0.8) < 0.03)
    }

    @Test("undo, redo, rubbing out and clearing")
    func edits() throws {
        let world = SyntheticRoom().world()
        let eye = try #require(world.currentFrame?.camera?.positionInWorld)
        var drawing = Drawing()
        let line = (0...40).map { Self.middle + Vector3(Double($0) * 0.01 - 0.2, 0, 0) }
        Self.draw(line, &drawing, world)
        Self.draw(Self.circle(0.1), &drawing, world)
        drawing.undo()
        #expect(drawing.strokes.count == 1)
        drawing.redo()
        #expect(drawing.strokes.count == 2)
        drawing.undo()
        drawing.erase(along: Ray(origin: eye, direction: Self.middle - eye), radius: 0.03)
        #expect(drawing.strokes.count == 2)
        #expect(drawing.strokes.allSatisfy { stroke in stroke.points.allSatisfy { ($0 - Self.middle).length > 0.03 } })
        drawing.clear()
        let isAny = drawing.undo()
        #expect(drawing.strokes.isEmpty && !isAny)
    }

    @Test("a rubber cuts between two points that lie far apart, and leaves what it does not touch as it is")
    func cuts() throws {
        let world = SyntheticRoom().world()
        let eye = try #require(world.currentFrame?.camera?.positionInWorld)
        var drawing = Drawing()
        Self.draw([-0.2, 0.2].map { Self.middle + Vector3($0, 0, 0) }, &drawing, world)
        #expect(drawing.strokes.map(\.points.count) == [2])
        drawing.erase(along: Ray(origin: eye, direction: Self.middle + Vector3(0, 0, 0.1) - eye), radius: 0.02)
        #expect(drawing.strokes.map(\.points.count) == [2])
        drawing.erase(along: Ray(origin: eye, direction: Self.middle - eye), radius: 0.02)
        #expect(drawing.strokes.count == 2)
    }

    @Test("a pulled ring is a body of the right volume, a pulled line a wall; both are watertight")
    func pulls() throws {
        let world = SyntheticRoom().world()
        var drawing = Drawing()
        Self.draw(Self.circle(0.15), &drawing, world)
        let line = (0...40).map { Self.middle + Vector3(Double($0) * 0.01 - 0.2, 0, 0.02 * Double.sin(Double($0) / 5)) }
        Self.draw(line, &drawing, world)
        drawing.pull(to: 0.2, finish: .wood)
        let body = try #require(drawing.strokes[0].solid)
        let cylinder: Double = .pi * 0.15 * 0.15 * 0.2
        #expect(abs(body.volume - cylinder) < 0.05 * cylinder)
        let wall = try #require(drawing.strokes[1].solid)
        #expect(wall.volume > 0.4 * 0.2 * drawing.thickness * 0.9)
        for mesh in [body, wall] { #expect(Self.isWatertight(mesh)) }
        let heights = body.positions.map { Double($0.y) - SyntheticRoom.tableHeight }
        #expect(abs((heights.max() ?? 0) - 0.2) < 0.01)
    }

    /// Every edge of a watertight mesh has exactly one triangle on each side.
    static func isWatertight(_ mesh: Mesh) -> Bool {
        var edges: [String: Int] = [:]
        mesh.forEachTriangle { a, b, c in
            for (from, to) in [(a, b), (b, c), (c, a)] { edges["\(from)|\(to)", default: 0] += 1 }
        }
        return edges.allSatisfy { edge, count in
            let ends = edge.split(separator: "|")
            return count == 1 && edges["\(ends[1])|\(ends[0])"] == 1
        }
    }

    @Test(
        "what is printed lies flat on the bed about the origin, whether it was drawn on a table, a tilted one or a wall",
        arguments: [Vector3(0, 1, 0), Vector3(0.15, 0.98, 0.05), Vector3(1, 0, 0)]
    )
    func prints(_ direction: Vector3) {
        let normal = direction.normalized
        let (u, v) = (normal.anyPerpendicular, cross(normal, normal.anyPerpendicular))
        let ring = (0...40).map { step -> Vector3 in
            let angle = 2 * Double.pi * Double(step) / 40
            return Self.middle + (u * Double.cos(angle) + v * Double.sin(angle)) * 0.06
        }
        let strokes = [0.1, 0].enumerated().map { number, height in
            InkStroke(
                identifier: Int32(number + 1),
                color: .coral,
                thickness: 0.006,
                points: ring.map { $0 + u * (0.2 * Double(number)) },
                normal: normal,
                planeAnchor: nil,
                height: height
            )
        }
        let drawing = Drawing(strokes: strokes)
        let (low, high) = Self.bounds(ofSTL: drawing.stl())
        #expect(abs(low.z) < 0.01 && abs(high.z - 100) < 0.01)
        #expect(abs(low.x + high.x) < 0.01 && abs(low.y + high.y) < 0.01)
        let standing = drawing.exportScene.boundsInWorld
        #expect(abs(standing?.minimum.y ?? 1) < 1e-5)
        #expect(abs((standing?.size.y ?? 0) - 0.1) < 1e-4 || normal.y < 0.5)
    }

    /// The box about the corners of a binary STL file's triangles.
    private static func bounds(ofSTL bytes: [UInt8]) -> (low: Vector3, high: Vector3) {
        var low = Vector3(repeating: .infinity)
        var high = Vector3(repeating: -.infinity)
        for start in stride(from: 84, to: bytes.count, by: 50) {
            for number in 0..<9 {
                let at = start + 12 + 4 * number
                let bits = bytes[at..<at + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                let value = Double(Float(bitPattern: bits))
                low[number % 3] = min(low[number % 3], value)
                high[number % 3] = max(high[number % 3], value)
            }
        }
        return (low, high)
    }

    @Test("height comes from the share of the picture, or from the ray along the normal")
    func pullHeights() throws {
        #expect(abs(StrokePull.height(movedPixels: 240, imageHeight: 480) - 0.2) < 1e-12)
        #expect(StrokePull.height(movedPixels: -5, imageHeight: 480) == 0)
        let camera = try #require(SyntheticRoom().world().currentFrame?.camera)
        let up = Vector3(0, 1, 0)
        let pixel = try #require(camera.pixel(of: Self.middle + up * 0.17))
        let height = try #require(StrokePull.height(at: pixel, over: Self.middle, normal: up, camera: camera))
        #expect(abs(height - 0.17) < 1e-9)
    }

    @Test("ink drawn before the table is found moves onto it")
    func settles() throws {
        let describer = ImageDescriber()
        var world = World()
        _ = world.update(with: SyntheticRoom().picture(at: 0), describer: describer)
        var drawing = Drawing()
        let isKnown = world.anchors.contains { $0.plane != nil }
        Self.draw(Self.circle(0.1), &drawing, world)
        for step in 1..<60 {
            _ = world.update(with: SyntheticRoom().picture(at: Double(step) / 20), describer: describer)
        }
        drawing.update(try #require(world.currentFrame), in: world, tipAt: nil)
        let stroke = try #require(drawing.strokes.first)
        #expect(isKnown || stroke.planeAnchor != nil)
        #expect(stroke.points.allSatisfy { abs($0.y - SyntheticRoom.tableHeight) < 0.003 })
    }

    @Test("of strokes without a plane those that nearly lie on a found one move onto it, the others stay")
    func nearlyOnPlane() throws {
        let world = SyntheticRoom().world()
        let frame = try #require(world.currentFrame)
        let strokes = [0.02, -0.02, 0.1].enumerated().map { number, height in
            InkStroke(
                identifier: Int32(number + 1),
                color: .coral,
                thickness: 0.006,
                points: Self.circle(0.1).map { $0 + Vector3(0, height, 0) },
                normal: Vector3(0, 1, 0),
                planeAnchor: nil
            )
        }
        var drawing = Drawing(strokes: strokes)
        drawing.update(frame, in: world, tipAt: nil)
        for stroke in drawing.strokes.prefix(2) {
            #expect(stroke.planeAnchor != nil)
            #expect(stroke.points.allSatisfy { abs($0.y - SyntheticRoom.tableHeight) < 0.004 })
        }
        #expect(drawing.strokes[2].planeAnchor == nil)
        #expect(drawing.strokes[2].points.allSatisfy { abs($0.y - SyntheticRoom.tableHeight - 0.1) < 1e-9 })
    }

    @Test("curves pass through their points and do not overshoot")
    func curves() {
        let points = [Vector3(0, 0, 0), Vector3(0.1, 0, 0), Vector3(0.1, 0, 0.1), Vector3(0.3, 0, 0.1)]
        let curve = Curve.smoothed(points, spacing: 0.004)
        for point in points { #expect(curve.contains { ($0 - point).length < 1e-9 }) }
        #expect(curve.allSatisfy { $0.x > -0.02 && $0.x < 0.32 && $0.z > -0.02 && $0.z < 0.12 })
        #expect(zip(curve, curve.dropFirst()).allSatisfy { ($1 - $0).length < 0.008 })
    }

    @Test("an outline that crosses itself still gives a simple polygon")
    func crossings() {
        let eight = (0...40).map { step -> Vector2 in
            let angle = 2 * Double.pi * Double(step) / 40
            return Vector2(.sin(angle), .sin(angle) * .cos(angle)) * 0.1
        }
        let outline = Outline.simplified(eight)
        #expect(Prism.triangulated(outline) != nil)
        #expect(Outline.area(outline) > 0)
    }

    @Test("a drawing that was saved comes back where the board is placed, and broken bytes say where they break")
    func saves() throws {
        var world = SyntheticRoom().world()
        let camera = try #require(world.currentFrame?.camera)
        var drawing = Drawing()
        Self.draw(Self.circle(0.15), &drawing, world)
        drawing.pull(to: 0.1, finish: .wood)
        let isPlaced = drawing.placeBoard(in: &world)
        #expect(isPlaced)
        let board = try #require(drawing.worldFromBoard(in: world))
        let bytes = drawing.encoded(from: board)
        var again = Drawing()
        try again.load(bytes, in: world)
        #expect(again.strokes.isEmpty && again.waitingCount == 1)
        let pixel = try #require(camera.pixel(of: Self.middle))
        var hit = try #require(world.hitTest(pixel).first)
        hit.pointInWorld = board.translation
        hit.normal = drawing.strokes[0].normal
        again.placeBoard(at: hit, camera: camera, in: &world)
        let (old, new) = (drawing.strokes[0], try #require(again.strokes.first))
        #expect(abs(new.height - old.height) < 1e-6 && new.finish == .wood && new.points.count == old.points.count)
        #expect(zip(new.points, old.points).allSatisfy { ($0 - $1).length < 1e-4 })
        for count in 0..<bytes.count {
            var broken = Drawing()
            #expect(throws: DrawingError.self) { try broken.load(Array(bytes.prefix(count)), in: world) }
            #expect(broken.waitingCount == 0)
        }
    }

    @Test("two people draw in one picture: a stroke arrives in parts, changes and goes")
    func shares() throws {
        var world = SyntheticRoom().world()
        var mine = Drawing()
        Self.draw(Self.circle(0.15), &mine, world)
        mine.placeBoard(in: &world)
        let stroke = mine.strokes[0]
        var theirs = Drawing(strokes: [], boardAnchor: mine.boardAnchor)
        for from in stride(from: 0, to: stroke.points.count, by: 10) {
            let part = try #require(mine.shared(stroke.identifier, from: from, count: 10, in: world))
            try theirs.receive(part, by: 7, in: world)
        }
        #expect(theirs.strokes.count == 1 && theirs.strokes[0].author == 7)
        #expect(zip(theirs.strokes[0].points, stroke.points).allSatisfy { ($0 - $1).length < 1e-4 })
        #expect(theirs.strokes[0].points.count == stroke.points.count)
        let isMine = theirs.undo()
        #expect(!isMine, "nobody takes back what another drew")
        theirs.removeStroke(by: 7, stroke.identifier)
        #expect(theirs.strokes.isEmpty)
        #expect(throws: DrawingError.self) { try theirs.receive([1, 2, 3], by: 7, in: world) }
    }

    @Test("each takes back their own last stroke, whoever drew since, and rubs out nobody else's")
    func undoesOneself() throws {
        var world = SyntheticRoom().world()
        let eye = try #require(world.currentFrame?.camera?.positionInWorld)
        var mine = Drawing()
        Self.draw(Self.circle(0.15), &mine, world)
        mine.placeBoard(in: &world)
        var theirs = Drawing(strokes: [], boardAnchor: mine.boardAnchor)
        Self.draw((0...20).map { Self.middle + Vector3(Double($0) * 0.01 - 0.1, 0, 0) }, &theirs, world)
        let part = try #require(theirs.shared(theirs.strokes[0].identifier, from: 0, count: 200, in: world))
        try mine.receive(part, by: 7, in: world)
        #expect(mine.strokes.map { $0.author } == [0, 7])
        mine.erase(along: Ray(origin: eye, direction: Self.middle - eye), radius: 0.03)
        #expect(mine.strokes.count == 2 && mine.strokes[1].points.count == theirs.strokes[0].points.count)
        let isUndone = mine.undo()
        #expect(isUndone && mine.strokes.map { $0.author } == [7], "the other's stroke, which came later, stays")
        let isMore = mine.undo()
        #expect(!isMore)
        let isRedone = mine.redo()
        #expect(isRedone && mine.strokes.map { $0.author } == [7, 0])
    }

    @Test("a stroke's file has it where it is in the world; there is none of an unknown one")
    func strokeFile() throws {
        let world = SyntheticRoom().world()
        var drawing = Drawing()
        Self.draw((0...20).map { Self.middle + Vector3(Double($0) * 0.01, 0, 0) }, &drawing, world)
        let stroke = drawing.strokes[0]
        let model = try Model(gltf: try #require(drawing.binaryGLTF(ofStroke: stroke.identifier, by: 0)))
        let bounds = try #require(model.bounds)
        #expect((bounds.center - Self.middle - Vector3(0.1, drawing.thickness / 2, 0)).length < 0.006)
        #expect(abs(bounds.size.x - 0.2 - drawing.thickness) < 0.01)
        #expect(drawing.binaryGLTF(ofStroke: stroke.identifier, by: 7) == nil)
        #expect(drawing.binaryGLTF(ofStroke: 99, by: 0) == nil)
    }

    @Test("two fingers draw two strokes at once, beside the pen's; a lifted one draws no more")
    func fingers() throws {
        let world = SyntheticRoom().world()
        let frame = try #require(world.currentFrame)
        let camera = try #require(frame.camera)
        func pixel(_ x: Double, _ z: Double) throws -> Vector2 {
            try #require(camera.pixel(of: Self.middle + Vector3(x, 0, z)))
        }
        var tool = DrawingTool()
        tool.press()
        for step in 0...20 {
            let x = Double(step) * 0.01 - 0.1
            tool.update(frame, in: world, aimingAt: try pixel(x, 0))
            tool.touch(3, at: try pixel(x, 0.1), in: world)
            if step == 10 { tool.drawing.lift(5) }
            if step <= 10 { tool.touch(5, at: try pixel(x, -0.1), in: world) }
        }
        let strokes = tool.drawing.strokes
        #expect(strokes.count == 4, "finger 5 was lifted and touched again")
        #expect(Set(strokes.map { $0.identifier }).count == 4 && strokes.allSatisfy { $0.author == 0 })
        for (stroke, z) in zip(strokes, [0, 0.1, -0.1, -0.1]) {
            #expect(stroke.points.allSatisfy { abs($0.z - Self.middle.z - z) < 0.004 })
        }
        #expect(abs(strokes[1].length - 0.2) < 0.02)
        tool.drawing.liftFingers()
        tool.release()
        let count = tool.drawing.strokes.reduce(0) { $0 + $1.points.count }
        tool.update(frame, in: world, aimingAt: try pixel(0.15, 0.15))
        #expect(tool.drawing.strokes.reduce(0) { $0 + $1.points.count } == count)
        for finger in Int32(10)..<30 { tool.touch(finger, at: try pixel(0, 0.02), in: world) }
        #expect(tool.drawing.strokes.count == 4 + DrawingFinger.most)
        tool.choose(.erase)
        tool.touch(1, at: try pixel(0.1, 0.1), in: world)
        #expect(tool.drawing.strokes.count == 4 + DrawingFinger.most, "only ink has further fingers")
    }

    @Test("the pen follows a pointer: it inks, rubs out and pulls a ring to the height that is aimed at")
    func tool() throws {
        let world = SyntheticRoom().world()
        let frame = try #require(world.currentFrame)
        let camera = try #require(frame.camera)
        var tool = DrawingTool()
        func lead(_ points: [Vector3]) {
            for point in points { tool.update(frame, in: world, aimingAt: camera.pixel(of: point)) }
        }
        tool.press()
        lead(Self.circle(0.12))
        tool.release()
        #expect(tool.drawing.strokes.count == 1 && tool.drawing.strokes[0].isClosed)
        tool.choose(.pull)
        tool.finish = .glazed
        let front = Self.middle + Vector3(0, 0, 0.12)
        tool.press()
        lead((0...10).map { front + Vector3(0, 0.015 * Double($0), 0) })
        tool.release()
        #expect(abs(tool.drawing.strokes[0].height - 0.15) < 0.004)
        #expect(tool.drawing.strokes[0].finish == .glazed)
        tool.choose(.erase)
        tool.press()
        lead([Self.middle + Vector3(-0.2, 0, 0), Self.middle + Vector3(0.2, 0, 0)])
        #expect(tool.drawing.strokes.count >= 2, "the ring is cut where the rubber crossed it")
    }

    @Test("solids have maps that repeat by the metre, made once")
    func maps() throws {
        let world = SyntheticRoom().world()
        let frame = try #require(world.currentFrame)
        var tool = DrawingTool()
        Self.draw(Self.circle(0.1), &tool.drawing, world)
        tool.drawing.pull(to: 0.1, finish: .wood)
        var scene = Scene()
        var view = DrawingScene(in: &scene)
        view.update(tool, camera: frame.camera, in: &scene)
        view.update(tool, camera: frame.camera, in: &scene)
        #expect(scene.textures.count == 3)
        let node = try #require(scene.node(named: "Stroke"))
        #expect(scene[node].material.normalMap != nil && scene[node].material.specularMap != nil)
        tool.drawing.undo()
        view.update(tool, camera: frame.camera, in: &scene)
        #expect(scene.node(named: "Stroke") == nil)
        #expect(scene.textures.count == 3)
    }
}
