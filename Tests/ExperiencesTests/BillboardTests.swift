import Experiences
import Features
import Geometry
import SceneGraph
import Shapes
import TestWorlds
import Testing
import WorldTracking

@Suite("Billboards")
struct BillboardTests {
    /// A poster on the synthetic room's wall, 0.6 × 0.4 m, in the user's world.
    static let poster: RectangularPlane = {
        var world = WorldBuilder()
        let picture = SyntheticRoom().picture(at: 0)
        let camera = world.update(with: picture, describer: PictureDescriber()).camera
        guard let camera, let odometryFromOptical = picture.odometryFromOptical else {
            fatalError("the room has a camera")
        }
        let worldFromOdometry = camera.worldFromOptical * odometryFromOptical.inverse
        // The wall is at x = 2.5 of the odometry's world and is seen from smaller x: right is −y, up is z.
        let corners = [(0.4, 0.1), (-0.2, 0.1), (-0.2, -0.3), (0.4, -0.3)].map { y, z in
            worldFromOdometry * Vector3(2.5, y, z)
        }
        guard let rectangle = RectangularPlane(corners: corners) else { fatalError("the corners make a rectangle") }
        return rectangle
    }()

    static func seen(by camera: Camera, noise: Double, _ generator: inout SeededGenerator) throws -> Quadrilateral {
        let pixels = try poster.corners.map { corner in
            try #require(camera.pixel(of: corner)) + Vector2(generator.nextNormal(), generator.nextNormal()) * noise
        }
        return Quadrilateral(
            topLeft: pixels[0],
            topRight: pixels[1],
            bottomRight: pixels[2],
            bottomLeft: pixels[3],
            confidence: 0.9
        )
    }

    @Test(
        "a tapped poster is anchored at its metric size, and more looks make it better",
        arguments: 1...4 as ClosedRange<UInt64>
    )
    func finds(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let describer = PictureDescriber()
        let room = SyntheticRoom(seed: seed)
        var world = room.world(watched: 2)
        var billboard = Billboard()
        var camera = try #require(world.currentFrame?.camera)
        let first = try Self.seen(by: camera, noise: 0.5, &generator)
        let beside = billboard.find(among: [first], tappedAt: Vector2(5, 470), camera: camera, in: &world)
        #expect(!beside)
        let isFound = billboard.find(
            among: [first],
            tappedAt: try #require(camera.pixel(of: Self.poster.center)),
            camera: camera,
            in: &world
        )
        #expect(isFound && billboard.anchorIdentifier != nil)
        for step in 40..<90 {
            let picture = room.picture(at: Double(step) / 20)
            camera = try #require(world.update(with: picture, describer: describer).camera)
            billboard.refine(with: [try Self.seen(by: camera, noise: 0.5, &generator)], camera: camera)
        }
        let rectangle = try #require(billboard.rectangle)
        #expect(abs(rectangle.width - 0.6) < 0.012)
        #expect(abs(rectangle.height - 0.4) < 0.008)
        #expect((rectangle.center - Self.poster.center).length < 0.03)
        #expect(zip(rectangle.corners, Self.poster.corners).allSatisfy { ($0 - $1).length < 0.03 })
    }

    @Test("an interruption removes it unless it is to survive; a tap on it meets what it shows")
    func life() throws {
        var generator = SeededGenerator(seed: 1)
        var world = SyntheticRoom().world()
        let camera = try #require(world.currentFrame?.camera)
        let item = BillboardItem(.text("Open", ground: .sky), link: "https://example.org")
        var billboard = Billboard(program: BillboardProgram([item]))
        let quadrilateral = try Self.seen(by: camera, noise: 0, &generator)
        billboard.find(among: [quadrilateral], tappedAt: nil, camera: camera, in: &world)
        let middle = try #require(camera.pixel(of: Self.poster.center))
        #expect(billboard.item(tappedAt: middle, camera: camera, time: 10)?.link == "https://example.org")
        #expect(billboard.item(tappedAt: Vector2(1, 1), camera: camera, time: 10) == nil)
        var scene = Scene()
        let root = scene.add(Node("Billboard"))
        billboard.showsCorners = true
        billboard.draw(in: &scene, under: root, time: 10)
        #expect(scene.children(of: root).count == 6)
        billboard.survivesInterruption = true
        let isKept = billboard.handle([.interrupted], in: &world)
        #expect(!isKept)
        billboard.survivesInterruption = false
        let isRemoved = billboard.handle([.interrupted], in: &world)
        #expect(isRemoved && billboard.rectangle == nil)
        #expect(!world.anchors.contains { $0.plane == nil })
    }

    @Test("a program shows each item in its time and its turn")
    func program() {
        let items = [
            BillboardItem(.text("a", ground: .sky), duration: 5),
            BillboardItem(.text("b", ground: .sky), from: 1_000, until: 2_000, duration: 5),
            BillboardItem(.text("c", ground: .sky), until: 500),
        ]
        let program = BillboardProgram(items)
        #expect(program.index(at: 0) == 0 && program.index(at: 6) == 2)
        #expect(program.index(at: 700) == 0 && program.index(at: 707) == 0)
        #expect(program.index(at: 1_501) == 0 && program.index(at: 1_506) == 1)
        #expect(BillboardProgram([]).index(at: 3) == nil)
        #expect(program.index(at: -3) != nil)
    }

    @Test("a rectangle through four corners is the one that made them; a line makes none")
    func fits() throws {
        let fitted = try #require(RectangularPlane(corners: Self.poster.corners))
        #expect(abs(fitted.width - 0.6) < 1e-12 && abs(fitted.height - 0.4) < 1e-12)
        #expect((fitted.normal - Self.poster.normal).length < 1e-12)
        let line = (0..<4).map { Vector3(Double($0), 0, 0) }
        #expect(RectangularPlane(corners: line) == nil)
    }
}
