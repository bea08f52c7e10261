import Geometry
import Models
import SceneGraph
import TestWorlds
import Testing
import WorldTracking

@testable import Experiences

@Suite("Placing")
struct PlacingTests {
    /// A box 0.4 m wide, 0.3 m high and 0.2 m deep whose foot is 1 m beside its file's origin.
    static let box: Model = {
        var scene = Scene()
        let place = Transform(translation: Vector3(1, 0.5, 0))
        scene.add(Node("Box", geometry: .box(size: Vector3(0.4, 0.3, 0.2)), transform: place))
        guard let model = try? Model(gltf: scene.binaryGLTF()) else { fatalError("the engine reads what it writes") }
        return model
    }()

    /// A watched room and a pixel that shows a level surface.
    static func room() throws -> (world: World, pixel: Vector2, camera: Camera) {
        let world = SyntheticRoom().world()
        let camera = try #require(world.currentFrame?.camera)
        for y in stride(from: camera.lens.sizePixels.y - 20, to: 0, by: -20) {
            let pixel = Vector2(camera.lens.sizePixels.x / 2, y)
            if Placing().levelSurface(at: pixel, in: world)?.type == .existingPlaneUsingExtent {
                return (world, pixel, camera)
            }
        }
        throw Missing()
    }
    struct Missing: Error {}

    @Test("a model stands on its foot where a pixel shows a surface, in its true size, its front to the camera")
    func stands() throws {
        var (world, pixel, camera) = try Self.room()
        var placing = Placing()
        let identifier = placing.add(Self.box, at: pixel, in: &world)
        #expect(identifier == placing.chosen && placing.models.count == 1)
        let model = try #require(placing.chosenModel)
        #expect((model.size - Vector3(0.4, 0.3, 0.2)).length < 1e-6)
        let hit = try #require(placing.levelSurface(at: pixel, in: world))
        let anchor = try #require(world.anchor(model.anchorIdentifier))
        let worldFromModel = model.worldFromModel(on: anchor).affine
        #expect((worldFromModel * Vector3(1, 0.35, 0) - hit.pointInWorld).length < 1e-6)
        let front = worldFromModel.linear * Vector3(0, 0, 1)
        let towards = camera.positionInWorld - hit.pointInWorld
        #expect(dot(front, Vector3(towards.x, 0, towards.z).normalized) > 1 - 1e-9)
        #expect(abs(front.y) < 1e-9)
    }

    @Test("a held model follows the finger, and its new place outlives an update of the world")
    func drags() throws {
        var (world, pixel, camera) = try Self.room()
        var placing = Placing()
        placing.add(Self.box, at: pixel, in: &world)
        let foot = try #require(placing.levelSurface(at: pixel, in: world)?.pointInWorld)
        let middle = try #require(camera.pixel(of: foot + Vector3(0, 0.15, 0)))
        #expect(!placing.grab(at: Vector2(2, 2), in: world) && !placing.isHeld, "nothing stands in the corner")
        placing.drag(to: middle + Vector2(50, 0), in: world)
        #expect(try #require(placing.chosenModel).footInAnchor == .zero, "what is not held does not move")
        let isGrabbed = placing.grab(at: middle, in: world)
        #expect(isGrabbed && placing.isHeld)
        placing.drag(to: middle + Vector2(25, 6), in: world)
        placing.release(in: &world)
        let model = try #require(placing.chosenModel)
        let anchor = try #require(world.anchor(model.anchorIdentifier))
        let moved = model.footInWorld(on: anchor)
        #expect((moved - foot).length > 0.01)
        #expect(try (#require(camera.pixel(of: moved)) - (pixel + Vector2(25, 6))).length < 0.5)
        #expect(model.footInAnchor == .zero && !placing.isHeld)
        #expect(world.anchors.count { $0.plane == nil } == 1, "the anchor before is gone")
        placing.update(in: world)
        #expect(placing.models.count == 1)
    }

    @Test("scale stays within its limits, gestures without sense change nothing, and the true size comes back")
    func scales() throws {
        var (world, pixel, _) = try Self.room()
        var placing = Placing()
        placing.scale(by: 2)
        placing.turn(by: 1)
        #expect(placing.models.isEmpty)
        placing.add(Self.box, at: pixel, in: &world)
        let heading = try #require(placing.chosenModel?.heading)
        for factor in [Double.nan, .infinity, 0, -1] { placing.scale(by: factor) }
        placing.turn(by: .nan)
        #expect(placing.chosenModel?.scale == 1 && placing.chosenModel?.heading == heading)
        for _ in 0..<100 { placing.scale(by: 3) }
        #expect(placing.chosenModel?.scale == 100)
        for _ in 0..<100 { placing.scale(by: 0.3) }
        #expect(placing.chosenModel?.scale == 0.01)
        placing.useTrueSize()
        #expect(placing.chosenModel?.scale == 1)
        #expect(!placing.play(animation: 0, in: world) && placing.play(animation: nil, in: world))
    }

    @Test("models end with their anchors, are removed one by one, and no more stand than a phone draws")
    func ends() throws {
        var (world, pixel, _) = try Self.room()
        var placing = Placing()
        for count in 1...20 {
            placing.add(Self.box, at: pixel, in: &world)
            #expect(placing.models.count == min(count, 16))
        }
        #expect(placing.add(Self.box, onAnchor: 999_999, in: world) == nil)
        let last = try #require(placing.chosen)
        #expect(placing.remove(last, from: &world) && !placing.remove(last, from: &world))
        #expect(placing.chosen != last && placing.models.count == 15)
        let own = world.addAnchor(RigidTransform(rotation: .identity, translation: Vector3(0, -1, -2)))
        let added = placing.add(Self.box, onAnchor: own.identifier, in: world)
        let onOwn = try #require(added)
        placing.remove(onOwn, from: &world)
        #expect(world.anchor(own.identifier) != nil, "an app's own anchor stays")
        #expect(world.anchors.count { $0.plane == nil } == 16, "those that were set for models go with them")
        for anchor in world.anchors { world.removeAnchor(anchor.identifier) }
        placing.update(in: world)
        #expect(placing.models.isEmpty && placing.chosen == nil)
    }

    @Test("a model is grabbed and dragged as the camera saw it on whose image somebody points")
    func dragsInThePast() throws {
        var (world, pixel, camera) = try Self.room()
        var placing = Placing()
        placing.add(Self.box, at: pixel, in: &world)
        let foot = try #require(placing.levelSurface(at: pixel, in: world)?.pointInWorld)
        var past = camera
        past.worldFromCamera.translation += Vector3(0.3, 0.1, 0)
        let seen = try #require(past.pixel(of: foot + Vector3(0, 0.15, 0)))
        let isMissed = !placing.grab(
            at: try #require(past.pixel(of: foot + Vector3(1, 0.15, 0))),
            from: past,
            in: world
        )
        #expect(isMissed && !placing.isHeld)
        let isGrabbed = placing.grab(at: seen, from: past, in: world)
        #expect(isGrabbed)
        let goal = try #require(past.pixel(of: foot + Vector3(0.1, 0, 0.05)))
        placing.drag(to: seen + (goal - (try #require(past.pixel(of: foot)))), from: past, in: world)
        placing.release(in: &world)
        let model = try #require(placing.chosenModel)
        let moved = model.footInWorld(on: try #require(world.anchor(model.anchorIdentifier)))
        #expect((moved - (foot + Vector3(0.1, 0, 0.05))).length < 1e-3)
        placing.drag(to: Vector2(.nan, 0), from: past, in: world)
        let isNaN = placing.grab(at: Vector2(.nan, 0), from: past, in: world)
        #expect(!isNaN)
    }

    @Test("each author takes back their own changes, and what others changed since stays")
    func undoes() throws {
        var (world, pixel, _) = try Self.room()
        var placing = Placing()
        let added = placing.add(Self.box, at: pixel, in: &world)
        let identifier = try #require(added)
        let start = try #require(placing.chosenModel)
        func foot() throws -> Vector3 {
            let model = try #require(placing.chosenModel)
            return model.footInWorld(on: try #require(world.anchor(model.anchorIdentifier)))
        }
        let before = try foot()
        // Two authors' gestures alternate.
        for _ in 0..<4 {
            placing.beginEdit(by: 1, number: 7)
            placing.turn(by: 0.1)
            placing.beginEdit(by: 2, number: 7)
            placing.scale(by: 1.5)
        }
        placing.beginEdit(by: 1, number: 8)
        placing.move(right: 0.2, away: 0.1, in: &world)
        let there = try foot()
        #expect(abs((there - before).length - 0.05.squareRoot()) < 1e-9)
        #expect(abs(there.y - before.y) < 1e-12, "it stays on its level")
        placing.move(right: .infinity, away: 0, in: &world)
        #expect(try foot() == there)
        let undone = (1...3).map { _ in placing.undo(by: 1, in: &world) }
        #expect(undone == [true, true, false])
        #expect(try (foot() - before).length < 1e-9)
        let model = try #require(placing.chosenModel)
        #expect(abs(model.heading - start.heading) < 1e-12)
        #expect(abs(model.scale - 5.0625) < 1e-9, "the other author's size stays")
        let isOther = placing.undo(by: 2, in: &world)
        let scale = try #require(placing.chosenModel?.scale)
        #expect(isOther && abs(scale - 1) < 1e-12)
        // At the limit only what took effect is taken back.
        placing.beginEdit(by: 2, number: 9)
        placing.scale(by: 1_000)
        let isLimited = placing.undo(by: 2, in: &world)
        let limited = try #require(placing.chosenModel?.scale)
        #expect(isLimited && abs(limited - 1) < 1e-12)
        placing.turn(by: 1)
        placing.remove(identifier, from: &world)
        placing.add(Self.box, at: pixel, in: &world)
        let isGone = !placing.undo(by: 2, in: &world)
        #expect(isGone, "changes of a model end with it")
    }

    @Test("as many changes are kept as a call needs, however many are made")
    func keepsSome() {
        var edits = ModelEdits()
        for number in 0..<Int32(ModelEdits.most + 20) {
            edits.begin(by: number % 2, number: number)
            edits.note(1) { $0.turn += 1 }
        }
        let count = sequence(state: ()) { _ in edits.takeLast(by: 0) ?? edits.takeLast(by: 1) }.reduce(0) { sum, _ in
            sum + 1
        }
        #expect(count == ModelEdits.most)
        edits.note(1) { $0.turn += 0 }
        #expect(edits.takeLast(by: 1) == nil, "a gesture that changed nothing is no change")
    }

    @Test("the scene shows each model at its place with a floor for its shadow, and forgets those that are gone")
    func scene() throws {
        var (world, pixel, _) = try Self.room()
        var placing = Placing()
        var scene = Scene()
        var shown = PlacingScene(in: &scene)
        let before = scene.count
        placing.add(Self.box, at: pixel, in: &world)
        let frame = try #require(world.currentFrame)
        shown.update(placing, frame, in: world, &scene)
        let point = try #require(placing.levelSurface(at: pixel, in: world)?.pointInWorld)
        let ray = Ray(origin: point + Vector3(0, 2, 0), direction: Vector3(0, -1, 0))
        #expect(abs(try #require(scene.hits(of: ray).first).pointInWorld.y - (point.y + 0.3)) < 1e-6)
        placing.remove(try #require(placing.chosen), from: &world)
        shown.update(placing, frame, in: world, &scene)
        #expect(scene.count == before)
    }
}
