import Geometry
import Imaging
import Rendering
import RenderingScenes
import SceneGraph
import Testing

/// The visible part of a scene: what is in view, what hides what, and that an absurd node does no harm.
@Suite("Drawn scenes", .serialized)
struct DrawnSceneTests {
    private let drawer: SceneDrawer
    private var renderer: Renderer { drawer.renderer }
    private var viewpoint: Viewpoint { drawer.viewpoint }
    private static let black: [UInt8] = [0, 0, 0, 255]
    private static let white: [UInt8] = [255, 255, 255, 255]

    init() throws { drawer = try SceneDrawer() }

    /// The color of the image at a point of the world.
    private func color(_ image: ColorImage, at point: Vector3, from viewpoint: Viewpoint) throws -> [UInt8] {
        let seen = try #require(viewpoint.view(of: point)) * Vector2(Double(image.width), Double(image.height))
        return image.color(Int(seen.x), Int(seen.y))
    }

    private func ball(at point: Vector3, _ color: Color = .white) -> Node {
        Node(geometry: .sphere(radius: 0.2), material: .constant(color), transform: Transform(translation: point))
    }

    private func wall(_ material: Material, z: Double = 0, scale: Vector3 = Vector3(1, 1, 1)) -> Node {
        let transform = Transform(translation: Vector3(0, 0, z), rotation: SceneDrawer.facing, scale: scale)
        return Node(geometry: .plane(width: 1, depth: 1), material: material, transform: transform)
    }

    @Test(
        "an object beside or behind the camera is not drawn",
        arguments: [Vector3(9, 0, 0), Vector3(0, -9, 0), Vector3(0, 0, 5), Vector3(0, 0, 2.5)]
    )
    func culling(_ point: Vector3) throws {
        var scene = Scene()
        var hidden = ball(at: point)
        hidden.castsShadow = false
        scene.add(hidden)
        let image = try drawer.draw(scene)
        #expect(renderer.statistics.nodes == 0 && renderer.statistics.triangles == 0)
        #expect(image.bytes.allSatisfy { $0 == 0 || $0 == 255 } && image.color(80, 60) == Self.black)
    }

    @Test("an object half out of view is drawn as far as it is seen")
    func edge() throws {
        var scene = Scene()
        scene.add(ball(at: Vector3(1.13, 0, 0)))
        let image = try drawer.draw(scene)
        #expect(renderer.statistics.nodes == 1)
        #expect(image.color(158, 60) == Self.white && image.color(120, 60) == Self.black)
    }

    @Test("the shadow of an object out of view falls into the view")
    func shadowFromOutside() throws {
        var scene = Scene()
        scene.addDefaultLights()
        let floor = Node(geometry: .plane(width: 4, depth: 4), material: .shadowCatcher())
        scene.add(floor)
        let view = Viewpoint(lookingFrom: Vector3(0, 1, 0.8), at: .zero, fieldOfView: 0.5, viewSize: SIMD2(120, 120))
        let without = try drawer.draw(scene, from: view, .color(.white))
        scene.add(
            Node(geometry: .box(size: Vector3(5, 0.02, 5)), transform: Transform(translation: Vector3(0, 3, 0)))
        )
        let shaded = try drawer.draw(scene, from: view, .color(.white))
        #expect(without.bytes.allSatisfy { $0 == 255 })
        #expect(shaded.bytes.count { $0 < 230 } > 300)
    }

    @Test("a hidden node hides its children; one without opacity does not")
    func hidden() throws {
        var scene = Scene()
        let parent = scene.add(wall(.constant(.coral, opacity: 0)))
        scene.add(ball(at: .zero), to: parent)
        #expect(try drawer.draw(scene).color(80, 60) == Self.white)
        #expect(renderer.statistics.nodes == 1)
        scene[parent].isHidden = true
        #expect(try drawer.draw(scene).color(80, 60) == Self.black)
        #expect(renderer.statistics.nodes == 0)
    }

    @Test("a child stands where its parents put it, turned and scaled")
    func hierarchy() throws {
        var scene = Scene()
        let turned = Transform(
            translation: Vector3(0.4, 0, 0),
            rotation: Rotation(angle: .pi / 2, axis: Vector3(0, 0, 1)),
            scale: Vector3(0.5, 0.5, 0.5)
        )
        let parent = scene.add(Node("parent", transform: turned))
        scene.add(ball(at: Vector3(1, 0, 0)), to: parent)
        let image = try drawer.draw(scene)
        // One metre along the parent's x is half a metre up.
        #expect(try color(image, at: Vector3(0.4, 0.5, 0), from: viewpoint) == Self.white)
        #expect(try color(image, at: Vector3(0.4, 0.5 + 0.13, 0), from: viewpoint) == Self.black)
        #expect(try color(image, at: Vector3(0.9, 0, 0), from: viewpoint) == Self.black)
    }

    @Test("a plane shows its back only if it is double-sided, and a mirrored one shows its front")
    func sides() throws {
        var away = wall(.constant(.white))
        away.transform.rotation = Rotation(from: Vector3(0, 1, 0), to: Vector3(0, 0, -1))
        away.material.isDoubleSided = false
        var scene = Scene()
        let handle = scene.add(away)
        #expect(try drawer.draw(scene).color(80, 60) == Self.black)
        scene[handle].material.isDoubleSided = true
        #expect(try drawer.draw(scene).color(80, 60) == Self.white)
        scene[handle].material.isDoubleSided = false
        scene[handle].transform.rotation = SceneDrawer.facing
        #expect(try drawer.draw(scene).color(80, 60) == Self.white)
    }

    @Test("what is not hidden behind objects shows through a nearer one")
    func overEverything() throws {
        var scene = Scene()
        var far = ball(at: Vector3(0, 0, -1), .coral)
        far.material.isHiddenBehindObjects = false
        scene.add(far)
        scene.add(wall(.constant(.white), z: 0.5))
        #expect(try drawer.draw(scene).color(80, 60) == [0xFF, 0x5A, 0x52, 255])
        far.material.isHiddenBehindObjects = true
        var plain = Scene()
        plain.add(far)
        plain.add(wall(.constant(.white), z: 0.5))
        #expect(try drawer.draw(plain).color(80, 60) == Self.white)
    }

    @Test("see-through sheets mix from the farthest to the nearest, however they were added", arguments: [false, true])
    func mixing(_ isReversed: Bool) throws {
        let sheets = [
            wall(.constant(Color(red: 1, green: 0, blue: 0), opacity: 0.5), z: -0.3),
            wall(.constant(Color(red: 0, green: 1, blue: 0), opacity: 0.5), z: 0),
            wall(.constant(Color(red: 0, green: 0, blue: 1), opacity: 0.5), z: 0.3),
        ]
        var scene = Scene()
        for sheet in isReversed ? sheets.reversed() : sheets { scene.add(sheet) }
        let mixed = try drawer.draw(scene).color(80, 60)
        for (channel, expected) in [32, 64, 128].enumerated() { #expect(abs(Int(mixed[channel]) - expected) <= 2) }
    }

    @Test("a see-through sheet behind a solid object is not seen, and in front of it mixes with it")
    func sheetAndSolid() throws {
        var scene = Scene()
        scene.add(ball(at: .zero))
        let sheet = scene.add(wall(.constant(.black, opacity: 0.5), z: -0.5))
        #expect(try drawer.draw(scene).color(80, 60) == Self.white)
        scene[sheet].transform.translation.z = 0.5
        #expect(abs(Int(try drawer.draw(scene).color(80, 60)[0]) - 128) <= 1)
    }

    @Test("labels are drawn over lines, and lines over sheets, at the same depth")
    func layers() throws {
        var scene = Scene()
        let label = TextLabel("     ", capHeight: 0.3, panel: TextLabel.Panel(.sky, opacity: 1))
        scene.add(Node(geometry: .text(label), material: .constant(.white)))
        let line = Polyline([Vector3(-0.6, 0, 0), Vector3(0.6, 0, 0)], thickness: 0.1)
        scene.add(Node(geometry: .polyline(line), material: .constant(.coral)))
        scene.add(wall(.constant(.white, opacity: 0.9), scale: Vector3(1.3, 1, 0.5)))
        let image = try drawer.draw(scene)
        #expect(image.color(80, 60) == [0x2F, 0x9B, 0xFF, 255])
        #expect(try color(image, at: Vector3(0.55, 0, 0), from: viewpoint) == [0xFF, 0x5A, 0x52, 255])
        #expect(try color(image, at: Vector3(0.55, 0.2, 0), from: viewpoint)[1] > 220)
    }

    @Test("patterns leave holes at their spacing")
    func patterns() throws {
        var material = Material.constant(.white)
        material.pattern = .grid(spacing: 0.25, lineWidth: 0.04)
        var scene = Scene()
        scene.add(wall(material))
        let image = try drawer.draw(scene)
        let row = (40..<120).map { image.color($0, 52)[0] > 127 }
        let starts = zip(row, row.dropFirst()).count { !$0 && $1 }
        #expect((3...5).contains(starts), "a metre has a line every 25 cm")
        #expect(row.count { $0 } < row.count / 2)
    }

    @Test("a quarter turn of the image turns what is drawn with it", arguments: QuarterTurn.allCases)
    func turns(_ turn: QuarterTurn) throws {
        var view = viewpoint
        view.turn = turn
        view.fit = .whole
        var scene = Scene()
        let point = Vector3(0.3, 0.12, 0)
        scene.add(
            Node(geometry: .sphere(radius: 0.05), material: .constant(.white), transform: Transform(translation: point))
        )
        let image = try drawer.draw(scene, from: view)
        #expect(try color(image, at: point, from: view) == Self.white)
        var sum = Vector2.zero
        var count = 0.0
        for y in 0..<120 {
            for x in 0..<160 where image.color(x, y)[0] > 127 {
                sum += Vector2(Double(x) + 0.5, Double(y) + 0.5)
                count += 1
            }
        }
        let offset = sum / count - Vector2(80, 60)
        // In the camera's image it lies right of the middle and above it.
        switch turn {
        case .none: #expect(offset.x > 10 && offset.y < -2)
        case .clockwise: #expect(offset.x > 2 && offset.y > 5)
        case .half: #expect(offset.x < -10 && offset.y > 2)
        case .counterclockwise: #expect(offset.x < -2 && offset.y < -5)
        }
    }

    @Test("samples smooth the edge of a slanted wall, one sample leaves it rough")
    func samples() throws {
        var scene = Scene()
        var slanted = wall(.constant(.white))
        slanted.transform.rotation = Rotation(angle: 0.2, axis: Vector3(0, 0, 1)) * SceneDrawer.facing
        scene.add(slanted)
        renderer.samples = 1
        let rough = try drawer.draw(scene).bytes.count { $0 > 0 && $0 < 255 }
        renderer.samples = 4
        let smooth = try drawer.draw(scene).bytes.count { $0 > 0 && $0 < 255 }
        #expect(rough == 0 && smooth > 200)
    }

    @Test("a view of another size is drawn whole, and nothing is read before the first")
    func sizes() throws {
        #expect(renderer.readPixels() == nil)
        for size in [SIMD2(160, 120), SIMD2(33, 17), SIMD2(1, 1), SIMD2(300, 20)] {
            let view = Viewpoint(lookingFrom: Vector3(0, 0, 2), at: .zero, fieldOfView: 0.3, viewSize: size)
            var scene = Scene()
            scene.add(Node(geometry: .sphere(radius: 1), material: .constant(.white)))
            let image = try drawer.draw(scene, from: view)
            #expect(image.width == size.x && image.height == size.y)
            #expect(image.color(size.x / 2, size.y / 2) == Self.white)
        }
    }

    @Test("a gray image is shown in gray, and one of another size replaces it")
    func grayImage() throws {
        renderer.setImage(GrayImage(width: 160, height: 120, pixels: [UInt8](repeating: 90, count: 160 * 120)))
        #expect(try drawer.draw(Scene(), .image).color(80, 60) == [90, 90, 90, 255])
        renderer.setImage(GrayImage(width: 16, height: 12, pixels: [UInt8](repeating: 200, count: 16 * 12)))
        #expect(try drawer.draw(Scene(), .image).color(5, 110) == [200, 200, 200, 255])
    }

    @Test(
        "a node with absurd numbers leaves the others as they are",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, 1e-300]
    )
    func absurd(_ value: Double) throws {
        var scene = Scene()
        let sane = ball(at: Vector3(-0.3, 0, 0))
        scene.add(sane)
        let expected = try drawer.draw(scene)
        var moved = ball(at: Vector3(value, 0, 0))
        moved.material = .constant(.coral)
        scene.add(moved)
        var scaled = ball(at: Vector3(0, 0, -50))
        scaled.transform.scale = Vector3(value, 1, 1)
        scaled.material = .constant(.coral, opacity: 0)
        scene.add(scaled)
        scene.add(Node(geometry: .sphere(radius: value.isFinite ? 1e-300 : value), material: .constant(.coral)))
        scene.add(Node(geometry: .polyline(Polyline([Vector3(value, 0, 0), .zero], thickness: 1e-9))))
        scene.add(Node(geometry: .text(TextLabel("", capHeight: 0.1, panel: nil))))
        let image = try drawer.draw(scene)
        #expect(try color(image, at: Vector3(-0.3, 0, 0), from: viewpoint) == Self.white)
        #expect(image.color(3, 3) == expected.color(3, 3))
    }

    @Test("an empty scene costs no draw call beyond the image, and a mesh without triangles none")
    func empty() throws {
        _ = try drawer.draw(Scene())
        #expect(renderer.statistics.drawCalls == 0 && renderer.statistics.triangles == 0)
        var scene = Scene()
        scene.add(Node(geometry: .mesh(Mesh(positions: [], normals: [], indices: []))))
        _ = try drawer.draw(scene)
        #expect(renderer.statistics.triangles == 0)
    }
}
