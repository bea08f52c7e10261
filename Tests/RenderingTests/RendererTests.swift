import Geometry
import Imaging
import Rendering
import RenderingScenes
import SceneGraph
import Testing

@Suite("The renderer", .serialized)
struct RendererTests {
    private let drawer: SceneDrawer
    private var renderer: Renderer { drawer.renderer }
    private var viewpoint: Viewpoint { drawer.viewpoint }

    init() throws { drawer = try SceneDrawer() }

    @Test("two hundred nodes need few draw calls and few uploads")
    func batching() throws {
        let scene = ReferenceScene.crowd.scene
        let view = ReferenceScene.crowd.viewpoint(width: 640, height: 360)
        renderer.setImage(ReferenceScene.crowd.image)
        try renderer.draw(scene, from: view)
        try renderer.draw(scene, from: view)
        #expect(renderer.statistics.nodes > 190)
        #expect(renderer.statistics.drawCalls <= 32)
        // Nothing has changed: nothing is sent again.
        #expect(renderer.statistics.uploads == 0)
        var moved = view
        moved.worldFromCamera.translation.x += 0.01
        try renderer.draw(scene, from: moved)
        #expect(renderer.statistics.uploads <= 4)
        #expect(renderer.statistics.uploadedBytes < 100_000)
    }

    @Test("a constant colour is drawn exactly")
    func exactColor() throws {
        var scene = Scene()
        scene.add(Node(geometry: .sphere(radius: 0.5), material: .constant(Color(hex: 0x2F9BFF))))
        #expect(try drawer.draw(scene).color(80, 60) == [0x2F, 0x9B, 0xFF, 255])
    }

    @Test("a half-transparent object over nothing gives multiplied alpha")
    func transparent() throws {
        var scene = Scene()
        scene.add(Node(geometry: .sphere(radius: 0.5), material: .constant(.white, opacity: 0.5)))
        let image = try drawer.draw(scene, .transparent)
        let middle = image.color(80, 60)
        #expect(middle.allSatisfy { abs(Int($0) - 128) <= 1 })
        #expect(image.color(2, 2) == [0, 0, 0, 0])
    }

    @Test("an occluder hides what is behind it and shows the background")
    func occluder() throws {
        var scene = Scene()
        scene.add(Node(geometry: .sphere(radius: 0.5), material: .constant(.white)))
        let front = Transform(translation: Vector3(0, 0, 0.8))
        scene.add(Node(geometry: .box(size: Vector3(0.2, 0.2, 0.1)), material: .occluder, transform: front))
        let image = try drawer.draw(scene, .color(.coral))
        #expect(image.color(80, 60) == [0xFF, 0x5A, 0x52, 255])
        #expect(image.color(80, 35) == [255, 255, 255, 255])
    }

    @Test("a shadow falls on the catcher below an object and nowhere else")
    func shadow() throws {
        var scene = Scene()
        scene.addDefaultLights()
        let floor = Transform(translation: Vector3(0, -0.4, 0))
        scene.add(Node(geometry: .plane(width: 4, depth: 4), material: .shadowCatcher(), transform: floor))
        let ball = Node(geometry: .sphere(radius: 0.15), transform: Transform(translation: Vector3(0, -0.25, 0)))
        let handle = scene.add(ball)
        var view = viewpoint
        view = Viewpoint(lookingFrom: Vector3(0, 1, 1.6), at: .zero, fieldOfView: 0.8, viewSize: view.viewSize)
        try renderer.draw(scene, from: view, background: .color(.white))
        let image = try #require(renderer.readPixels())
        // Just beside where the ball stands, away from the light.
        let position = try #require(view.view(of: Vector3(0.17, -0.4, -0.02))) * Vector2(160, 120)
        #expect(image.color(Int(position.x), Int(position.y))[0] < 225)
        #expect(image.color(10, 100) == [255, 255, 255, 255])
        scene[handle].castsShadow = false
        try renderer.draw(scene, from: view, background: .color(.white))
        let without = try #require(renderer.readPixels())
        #expect(without.color(Int(position.x), Int(position.y))[0] == 255)
    }

    @Test("the image lies beneath what one sees through; beside one that is shown whole is black")
    func beneath() throws {
        renderer.setImage(ColorImage(width: 40, height: 40) { _, _ in SIMD3(0.4, 0.8, 0.2) })
        var scene = Scene()
        scene.add(Node(geometry: .sphere(radius: 0.3), material: .constant(.white, opacity: 0.5)))
        var view = viewpoint
        view.fit = .whole
        view.lens = CameraModel(
            width: 40,
            height: 40,
            focalLengthPixels: Vector2(40, 40),
            principalPointPixels: Vector2(20, 20)
        )
        for samples in [1, 4] {
            renderer.samples = samples
            try renderer.draw(scene, from: view)
            let image = try #require(renderer.readPixels())
            #expect(image.color(26, 10) == [102, 204, 51, 255])
            #expect(image.color(3, 60) == [0, 0, 0, 255])
            let mixed = zip(image.color(80, 60), [179, 230, 153, 255]).map { abs(Int($0) - $1) }
            #expect((mixed.max() ?? 9) <= 2)
        }
    }

    @Test("a shadow put beneath the objects in view is the one drawn among them")
    func shadowBeneath() throws {
        var scene = Scene()
        scene.addDefaultLights()
        scene.add(Node(geometry: .plane(width: 2, depth: 2), material: .shadowCatcher()))
        let lifted = Transform(translation: Vector3(0, 0.3, 0))
        scene.add(Node(geometry: .sphere(radius: 0.2), transform: lifted))
        let view = Viewpoint(lookingFrom: Vector3(0, 1, 1.6), at: .zero, fieldOfView: 0.8, viewSize: viewpoint.viewSize)
        renderer.setImage(ReferenceScene.crowd.image)
        try renderer.draw(scene, from: view)
        let beneath = try #require(renderer.readPixels())
        // What hides may hide a shadow: with it shadows are drawn in their order. This one is behind the camera's floor.
        let low = Transform(translation: Vector3(0, -0.5, 0))
        scene.add(Node(geometry: .box(size: Vector3(0.1, 0.1, 0.1)), material: .occluder, transform: low))
        try renderer.draw(scene, from: view)
        let among = try #require(renderer.readPixels())
        let differences = zip(beneath.bytes, among.bytes).map { abs(Int($0) - Int($1)) }
        #expect((differences.max() ?? 9) <= 3)
        try renderer.draw(Scene(), from: view)
        #expect(try #require(renderer.readPixels()).bytes != beneath.bytes)
    }

    @Test("lines and labels alone, drawn without samples or depth, are those drawn among shapes")
    func smoothAlone() throws {
        var scene = Scene()
        let bend = [Vector3(-0.5, -0.3, 0), Vector3(0.1, 0.2, 0.1), Vector3(0.4, -0.2, 0)]
        scene.add(Node(geometry: .polyline(Polyline(bend, thickness: 0.06)), material: .constant(.coral)))
        let dot = NodeGeometry.polyline(Polyline([Vector3(-0.3, 0.2, 0)], thickness: 0.1))
        scene.add(Node(geometry: dot, material: .constant(.sky, opacity: 0.8)))
        scene.add(Node(geometry: .text(TextLabel("12 cm", capHeight: 0.1)), material: .constant(.white)))
        renderer.setImage(ReferenceScene.crowd.image)
        try renderer.draw(scene, from: viewpoint)
        let alone = try #require(renderer.readPixels())
        #expect(renderer.statistics.drawCalls == 3)
        #expect(alone.color(80 - 27, 60 - 18) != alone.color(80 - 27, 60 + 18))
        // It hides nothing, but is a shape.
        let far = Transform(translation: Vector3(0, 0, -5))
        scene.add(Node(geometry: .box(size: Vector3(0.1, 0.1, 0.1)), material: .occluder, transform: far))
        try renderer.draw(scene, from: viewpoint)
        let among = try #require(renderer.readPixels())
        #expect(renderer.statistics.drawCalls == 4)
        let differences = zip(alone.bytes, among.bytes).map { abs(Int($0) - Int($1)) }
        #expect((differences.max() ?? 9) <= 3)
    }

    @Test("the lit side of a ball is brighter, and a darker room darkens it")
    func light() throws {
        var scene = Scene()
        scene.addDefaultLights()
        scene.add(Node(geometry: .sphere(radius: 0.5)))
        let bright = try drawer.draw(scene)
        #expect(bright.color(72, 40)[0] > bright.color(88, 85)[0] + 30)
        scene.roomLight = RoomLight(intensity: 0.5, tint: Vector3(1, 1, 1))
        #expect(try drawer.draw(scene).color(72, 40)[0] < bright.color(72, 40)[0] - 30)
    }

    @Test("nearer objects hide farther ones in any order; a higher rendering order comes later")
    func order() throws {
        var scene = Scene()
        var near = Node(geometry: .plane(width: 1, depth: 1), material: .constant(.sky, opacity: 0.5))
        near.transform = Transform(
            translation: Vector3(0, 0, 0.2),
            rotation: Rotation(from: Vector3(0, 1, 0), to: Vector3(0, 0, 1))
        )
        var far = near
        far.material = .constant(.coral, opacity: 0.5)
        far.transform.translation.z = -0.2
        let nearHandle = scene.add(near)
        scene.add(far)
        let inOrder = try drawer.draw(scene).color(80, 60)
        scene[nearHandle].renderingOrder = -1
        let swapped = try drawer.draw(scene).color(80, 60)
        #expect(inOrder[2] > swapped[2] + 20)
    }

    @Test("a label's letters are white on its dark panel")
    func label() throws {
        var scene = Scene()
        scene.add(Node(geometry: .text(TextLabel("HHHH", capHeight: 0.3)), material: .constant(.white)))
        let image = try drawer.draw(scene, .color(.coral))
        let row = (30..<130).map { image.color($0, 60)[1] }
        #expect(row.contains { $0 > 240 })
        #expect(row.contains { $0 < 60 })
    }

    @Test("a texture that changes is sent again, one that does not is not")
    func textures() throws {
        var scene = Scene()
        let texture = scene.add(Texture(.image(.poster(width: 64, height: 64))))
        var material = Material.constant(.white)
        material.diffuseMap = texture
        let facing = Transform(rotation: Rotation(from: Vector3(0, 1, 0), to: Vector3(0, 0, 1)))
        scene.add(Node(geometry: .plane(width: 1, depth: 1), material: material, transform: facing))
        let first = try drawer.draw(scene)
        _ = try drawer.draw(scene)
        #expect(renderer.statistics.uploads == 0)
        scene[texture].content = .image(.tiles(width: 64, height: 64))
        #expect(try drawer.draw(scene) != first)
        #expect(renderer.statistics.uploads == 1)
    }

    @Test("a view without pixels is refused")
    func size() {
        #expect(throws: RenderingError.self) {
            try renderer.draw(
                Scene(),
                from: Viewpoint(lookingFrom: Vector3(0, 0, 1), at: .zero, fieldOfView: 1, viewSize: SIMD2(0, 9))
            )
        }
    }
}
