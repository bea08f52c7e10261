import Features
import Geometry
import Imaging
import SceneGraph
import Shapes
import TestWorlds
import Testing
import WorldTracking

@testable import Experiences

@Suite("Billboards")
struct BillboardTests {
    /// A poster on the synthetic room's wall, 0.6 × 0.4 m, in the user's world.
    static let poster: RectangularPlane = {
        var world = World()
        let picture = SyntheticRoom().picture(at: 0)
        let camera = world.update(with: picture, describer: ImageDescriber()).camera
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
        let describer = ImageDescriber()
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
        let item = BillboardItem(.text("Open", background: .sky), link: "https://example.org")
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

    @Test("a tap beside a billboard replaces it or adds another, as chosen; a tap on one chooses it")
    func several() throws {
        var world = SyntheticRoom().world()
        let frame = try #require(world.currentFrame)
        let camera = try #require(frame.camera)
        var tool = BillboardTool()
        /// A half of the poster: −1 is the left one, 1 the right one.
        func tap(_ side: Double) throws -> BillboardTool.Outcome {
            var pose = Self.poster.worldFromRectangle
            pose.translation = pose * Vector3(0.15 * side, 0, 0)
            let half = RectangularPlane(worldFromRectangle: pose, width: 0.26, height: 0.36)
            let pixels = try half.corners.map { try #require(camera.pixel(of: $0)) }
            let seen = Quadrilateral(
                topLeft: pixels[0],
                topRight: pixels[1],
                bottomRight: pixels[2],
                bottomLeft: pixels[3],
                confidence: 0.9
            )
            return tool.tap(at: try #require(camera.pixel(of: half.center)), among: [seen], camera: camera, in: &world)
        }
        func anchorCount() -> Int { world.anchors.count { $0.plane == nil } }
        var outcomes = [try tap(-1)]
        tool.change(1) { $0.items.append(BillboardItem(.text("Open", background: .sky))) }
        outcomes.append(try tap(1))
        #expect(outcomes == [.found, .found] && tool.billboards.map { $0.identifier } == [2] && anchorCount() == 1)
        #expect(tool.chosenBillboard?.billboard.program.items.count == 1, "what stands elsewhere now shows the same")
        tool.addsBillboards = true
        outcomes = [try tap(1), try tap(-1), try tap(1)]
        #expect(outcomes == [.content, .found, .content] && tool.chosen == 2 && anchorCount() == 2)
        #expect(tool.billboards.last?.billboard.program.items.isEmpty == true)
        var scene = Scene()
        let root = scene.add(Node("Billboards"))
        tool.showsCorners = true
        for _ in 0..<2 { tool.draw(in: &scene, under: root, time: 0) }
        #expect(scene.children(of: root).count == 2 + 2 * 4, "a panel with words, and the corners of both")
        tool.remove(from: &world)
        #expect(tool.billboards.map { $0.identifier } == [3] && tool.chosen == 3 && anchorCount() == 1)
        tool.tuning.capacity = 1
        outcomes = [try tap(1)]
        #expect(outcomes == [.full])
        let isGone = tool.update(frame, events: [.interrupted], in: &world)
        #expect(isGone && tool.billboards.isEmpty && tool.chosen == nil && anchorCount() == 0)
    }

    @Test("a program shows each item in its time and its turn")
    func program() {
        let items = [
            BillboardItem(.text("a", background: .sky), duration: 5),
            BillboardItem(.text("b", background: .sky), from: 1_000, until: 2_000, duration: 5),
            BillboardItem(.text("c", background: .sky), until: 500),
        ]
        let program = BillboardProgram(items)
        #expect(program.index(at: 0) == 0 && program.index(at: 6) == 2)
        #expect(program.index(at: 700) == 0 && program.index(at: 707) == 0)
        #expect(program.index(at: 1_501) == 0 && program.index(at: 1_506) == 1)
        #expect(BillboardProgram([]).index(at: 3) == nil)
        #expect(program.index(at: -3) != nil)
    }

    /// A poster with blots, and an image of it through a homography over a plain background, with noise.
    static func picture(
        _ seed: UInt64,
        seenBy homography: Homography
    ) throws -> (reference: GrayImage, picture: GrayImage) {
        var generator = SeededGenerator(seed: seed)
        let (width, height) = (240, 320)
        var pixels = [Double](repeating: 150, count: width * height)
        for _ in 0..<140 {
            let (x, y) = (generator.nextIndex(below: width), generator.nextIndex(below: height))
            let (w, h) = (6 + generator.nextIndex(below: 30), 6 + generator.nextIndex(below: 30))
            let shade = 30 + 200 * generator.nextUniform()
            for v in y..<min(height, y + h) { for u in x..<min(width, x + w) { pixels[v * width + u] = shade } }
        }
        let back = try #require(homography.matrix.inverse)
        let seen = (0..<640 * 480).map { index -> UInt8 in
            let place = back * Vector3(Double(index % 640) + 0.5, Double(index / 640) + 0.5, 1)
            let (u, v) = (Int(place.x / place.z), Int(place.y / place.z))
            let isInside = u >= 0 && v >= 0 && u < width && v < height
            let shade = isInside ? pixels[v * width + u] : 110
            return UInt8(min(255, max(0, shade * 0.8 + 20 + 3 * generator.nextNormal())))
        }
        let reference = GrayImage(width: width, height: height, pixels: pixels.map { UInt8($0) })
        return (reference, GrayImage(width: 640, height: 480, pixels: seen))
    }

    @Test(
        "a poster is recognised from its picture, upright, turned and aslant, and no other is taken for it",
        arguments: [
            [Vector2(150, 60), Vector2(430, 60), Vector2(430, 433), Vector2(150, 433)],
            [Vector2(120, 90), Vector2(420, 140), Vector2(400, 440), Vector2(140, 420)],
            [Vector2(520, 100), Vector2(520, 380), Vector2(146, 380), Vector2(146, 100)],
        ]
    )
    func recognises(_ corners: [Vector2]) throws {
        let size = [Vector2(0, 0), Vector2(240, 0), Vector2(240, 320), Vector2(0, 320)]
        let homography = try #require(Homography(from: size, to: corners))
        let (reference, picture) = try Self.picture(3, seenBy: homography)
        let (other, _) = try Self.picture(4, seenBy: homography)
        var recognizer = PosterRecognizer()
        let areLearned = recognizer.learn(other, as: 8) && recognizer.learn(reference, as: 7)
        #expect(areLearned)
        let recognised = recognizer.recognise(in: picture)
        let sight = try #require(recognised)
        #expect(sight.reference == 7)
        for index in 0..<4 { #expect((sight.quadrilateral[index] - corners[index]).length < 3) }
        var stranger = PosterRecognizer()
        _ = stranger.learn(other, as: 8)
        let taken = stranger.recognise(in: picture)
        #expect(taken == nil)
        let plain = stranger.learn(
            GrayImage(width: 240, height: 320, pixels: [UInt8](repeating: 90, count: 76800)),
            as: 9
        )
        #expect(!plain, "a picture without features cannot be recognised")
    }

    @Test(
        "a poster too small for its features is recognised by its rectangle, no other is taken for it",
        arguments: 0..<4
    )
    func glances(_ turn: Int) throws {
        let corners = [Vector2(300, 200), Vector2(372, 206), Vector2(368, 290), Vector2(296, 284)]
        let size = [Vector2(0, 0), Vector2(240, 0), Vector2(240, 320), Vector2(0, 320)]
        let homography = try #require(Homography(from: size, to: (0..<4).map { corners[($0 + turn) % 4] }))
        let (reference, picture) = try Self.picture(3, seenBy: homography)
        let (other, _) = try Self.picture(4, seenBy: homography)
        let found = Quadrilateral(
            topLeft: corners[0],
            topRight: corners[1],
            bottomRight: corners[2],
            bottomLeft: corners[3],
            confidence: 0.9
        )
        let elsewhere = Quadrilateral(
            topLeft: Vector2(20, 20),
            topRight: Vector2(90, 20),
            bottomRight: Vector2(90, 100),
            bottomLeft: Vector2(20, 100),
            confidence: 0.9
        )
        var recognizer = PosterRecognizer()
        let areLearned = recognizer.learn(other, as: 8) && recognizer.learn(reference, as: 7)
        #expect(areLearned)
        let sight = try #require(recognizer.recognise(among: [elsewhere, found], in: picture))
        #expect(sight.reference == 7)
        #expect((0..<4).allSatisfy { sight.quadrilateral[$0] == corners[($0 + turn) % 4] })
        var stranger = PosterRecognizer()
        _ = stranger.learn(other, as: 8)
        #expect(stranger.recognise(among: [elsewhere, found], in: picture) == nil)
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
