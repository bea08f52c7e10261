import Geometry
import Imaging
import Rendering
import SceneGraph
import Testing

/// What holds for the image of any scene, and slow reckonings of what its pixels show.
@Suite("Laws of drawing", .serialized)
struct DrawingLawTests {
    private let drawer: SceneDrawer

    init() throws { drawer = try SceneDrawer() }

    private static let palette = [Color.coral, .sky, .white, Color(hex: 0x30C070), Color(hex: 0xFFD060)]

    /// Balls of constant colours, at random before the camera.
    private static func balls(seed: UInt64, count: Int = 12) -> [(center: Vector3, radius: Double, color: Color)] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let center = Vector3(random.nextUniform() - 0.5, random.nextUniform() - 0.5, random.nextUniform() - 0.7)
            return (center * Vector3(1.8, 1.3, 1.4), 0.08 + 0.2 * random.nextUniform(), palette[index % palette.count])
        }
    }

    private static func scene(_ balls: [(center: Vector3, radius: Double, color: Color)]) -> Scene {
        var scene = Scene()
        for ball in balls {
            let transform = Transform(translation: ball.center)
            scene.add(
                Node(geometry: .sphere(radius: ball.radius), material: .constant(ball.color), transform: transform)
            )
        }
        return scene
    }

    /// Shapes, a line, dots, a label and lights below one node.
    private static func mixed(_ transform: Transform = Transform()) -> Scene {
        var scene = Scene()
        let root = scene.add(Node("root", transform: transform))
        func add(_ geometry: NodeGeometry, _ material: Material, _ position: Vector3) {
            var node = Node(geometry: geometry, material: material, transform: Transform(translation: position))
            node.castsShadow = false
            scene.add(node, to: root)
        }
        add(.box(size: Vector3(0.4, 0.3, 0.2)), Material(.coral), Vector3(-0.4, 0.1, 0))
        add(.sphere(radius: 0.2), Material(.sky), Vector3(0.3, -0.2, 0.1))
        add(.cylinder(radius: 0.1, height: 0.5), Material(.white), Vector3(0.1, 0.3, -0.4))
        add(.plane(width: 2, depth: 2), .constant(Color(hex: 0x405060), opacity: 0.6), Vector3(0, -0.4, 0))
        let bend = [Vector3(-0.6, -0.3, 0.2), Vector3(0, 0.1, 0.3), Vector3(0.6, -0.1, 0.2)]
        add(.polyline(Polyline(bend, thickness: 0.04)), .constant(.white), .zero)
        add(.text(TextLabel("42", capHeight: 0.12)), .constant(.white), Vector3(0.4, 0.3, 0.2))
        let towards = Rotation(from: Vector3(0, 0, -1), to: Vector3(0.3, -0.8, -0.5).normalized)
        let sun = Node(
            transform: Transform(rotation: towards),
            light: .directional(.white, intensity: 1.2, shadow: nil)
        )
        scene.add(sun, to: root)
        scene.add(Node(light: .ambient(.white, intensity: 0.6)), to: root)
        return scene
    }

    @Test("the same scene is the same image, drawn again, after another, and by another renderer")
    func determinism() throws {
        let first = try drawer.draw(Self.mixed())
        let statistics = drawer.renderer.statistics
        _ = try drawer.draw(Self.scene(Self.balls(seed: 61)))
        #expect(try drawer.draw(Self.mixed()) == first)
        #expect(drawer.renderer.statistics.nodes == statistics.nodes)
        #expect(drawer.renderer.statistics.triangles == statistics.triangles)
        #expect(try SceneDrawer().draw(Self.mixed()) == first)
    }

    @Test("a world that is moved and turned about the vertical with its camera looks the same")
    func rigidMotion() throws {
        let expected = try drawer.draw(Self.mixed())
        for (angle, shift) in [(0.7, Vector3(3, -1, 2)), (-2.4, Vector3(-20, 4, 11))] {
            let rotation = Rotation(angle: angle, axis: Vector3(0, 1, 0))
            let moved = Transform(translation: shift, rotation: rotation)
            var view = drawer.viewpoint
            view.worldFromCamera = RigidTransform(
                rotation: rotation * view.worldFromCamera.rotation,
                translation: rotation * view.worldFromCamera.translation + shift
            )
            let image = try drawer.draw(Self.mixed(moved), from: view)
            #expect(image.share(differingFrom: expected, byMoreThan: 3) < 0.003)
        }
    }

    @Test("a world three times as large looks the same from three times as far")
    func scale() throws {
        let expected = try drawer.draw(Self.mixed())
        var view = drawer.viewpoint
        view.worldFromCamera.translation = view.worldFromCamera.translation * 3
        let image = try drawer.draw(Self.mixed(Transform(scale: Vector3(3, 3, 3))), from: view)
        #expect(image.share(differingFrom: expected, byMoreThan: 4) < 0.01)
    }

    @Test("what is drawn on nothing and laid over a colour is what is drawn on that colour")
    func composition() throws {
        let scene = Self.mixed()
        let over = try drawer.draw(scene, .transparent)
        for color in [Color(hex: 0x204080), .white] {
            let direct = try drawer.draw(scene, .color(color))
            let ground = (0..<3).map { color.components[$0] * 255 }
            var worst = 0.0
            for at in stride(from: 0, to: over.bytes.count, by: 4) {
                let rest = 1 - Double(over.bytes[at + 3]) / 255
                for channel in 0..<3 {
                    let laid = Double(over.bytes[at + channel]) + rest * ground[channel]
                    worst = max(worst, abs(laid - Double(direct.bytes[at + channel])))
                }
            }
            #expect(worst < 4)
        }
        // Alpha is multiplied in: no colour is above its alpha.
        for at in stride(from: 0, to: over.bytes.count, by: 4) {
            #expect(over.bytes[at..<at + 3].allSatisfy { $0 <= over.bytes[at + 3] })
        }
    }

    @Test("each pixel shows the nearest ball on its ray", arguments: [62, 63, 64] as [UInt64])
    func nearest(_ seed: UInt64) throws {
        let balls = Self.balls(seed: seed)
        let image = try drawer.draw(Self.scene(balls))
        /// The colour that a ray meets first, and by how much it misses or hits an edge.
        func seen(_ x: Int, _ y: Int) -> (color: [UInt8], clearance: Double) {
            let position = Vector2((Double(x) + 0.5) / 160, (Double(y) + 0.5) / 120)
            let ray = drawer.viewpoint.ray(throughView: position)
            let direction = ray.direction.normalized
            var (best, color, clearance) = (Double.infinity, Color.black, Double.infinity)
            for ball in balls {
                let offset = ball.center - ray.origin
                let along = dot(offset, direction)
                let aside = (offset - direction * along).length
                clearance = min(clearance, abs(aside - ball.radius))
                guard aside < ball.radius else { continue }
                let distance = along - (ball.radius * ball.radius - aside * aside).squareRoot()
                if distance < best {
                    // Two surfaces that cross are told apart by the depth, not to the last bit.
                    clearance = min(clearance, best - distance)
                    (best, color) = (distance, ball.color)
                } else {
                    clearance = min(clearance, distance - best)
                }
            }
            return ((0..<3).map { UInt8((color.components[$0] * 255).rounded()) } + [255], clearance)
        }
        var checked = 0
        for y in stride(from: 1, to: 120, by: 3) {
            for x in stride(from: 1, to: 160, by: 3) {
                let (color, clearance) = seen(x, y)
                // Balls are made of triangles: their outline is within a pixel or two of the true one.
                guard clearance > 0.03 else { continue }
                checked += 1
                #expect(image.color(x, y) == color, "pixel \(x), \(y)")
            }
        }
        #expect(checked > 800)
    }

    @Test("solid objects are drawn alike in whatever order they were added")
    func order() throws {
        var balls = Self.balls(seed: 65)
        let expected = try drawer.draw(Self.scene(balls))
        var random = SeededGenerator(seed: 66)
        for _ in 0..<3 {
            for i in balls.indices.dropFirst() { balls.swapAt(i, Int(random.nextUniform() * Double(i))) }
            #expect(try drawer.draw(Self.scene(balls)).greatestDifference(from: expected) == 0)
        }
    }

    @Test(
        "after a size that is refused the renderer goes on as before",
        arguments: [(0, 9), (-5, 9), (90_000, 90_000)]
    )
    func refusedSize(_ width: Int, _ height: Int) throws {
        let scene = Self.mixed()
        let expected = try drawer.draw(scene)
        var view = drawer.viewpoint
        view.viewSize = SIMD2(width, height)
        #expect(throws: RenderingError.self) { try drawer.renderer.draw(scene, from: view) }
        #expect(try drawer.draw(scene) == expected)
    }

    @Test("a colour or an opacity that is no number changes nothing else", arguments: [Double.nan, .infinity, -3, 7])
    func absurdColors(_ value: Double) throws {
        let strange = Color(red: value, green: 0.5, blue: value)
        var scene = Scene()
        let left = Transform(translation: Vector3(-0.5, 0, 0))
        scene.add(Node(geometry: .sphere(radius: 0.2), material: .constant(.white), transform: left))
        let line = Polyline([Vector3(0.2, 0.2, 0), Vector3(0.5, 0.2, 0)], thickness: 0.05)
        let shapes: [NodeGeometry] = [
            .sphere(radius: 0.1), .polyline(line), .text(TextLabel("A", capHeight: 0.1)),
            .points(PointCloud([Vector3(0.4, -0.2, 0)])),
            .points(PointCloud([Vector3(0.4, -0.3, 0)], colors: [strange])),
        ]
        for geometry in shapes {
            for opacity in [1, 0.5, value] {
                let transform = Transform(translation: Vector3(0.3, 0, 0))
                scene.add(
                    Node(geometry: geometry, material: .constant(strange, opacity: opacity), transform: transform)
                )
            }
        }
        scene.add(Node(light: .ambient(strange, intensity: 1)))
        #expect(try drawer.draw(scene).color(40, 60) == [255, 255, 255, 255])
    }
}
