import Geometry
import Imaging
import RealModule
import Rendering
import RenderingScenes
import SceneGraph
import Testing

/// What light gives a surface, against the laws that say it.
@Suite("Light on surfaces", .serialized)
struct LightingTests {
    private let drawer: SceneDrawer
    private var viewpoint: Viewpoint { drawer.viewpoint }
    /// Matt: what it shows is what it receives.
    private static func matt(_ color: Color = .white) -> Material {
        Material(color, lighting: .blinn(shininess: 10, specular: 0))
    }

    init() throws { drawer = try SceneDrawer(width: 80, height: 60) }

    /// A light that shines along a direction.
    private static func sun(_ direction: Vector3, _ color: Color = .white, intensity: Double = 1) -> Node {
        Node(
            transform: Transform(rotation: Rotation(from: Vector3(0, 0, -1), to: direction)),
            light: .directional(color, intensity: intensity, shadow: nil)
        )
    }

    private static func wall(_ material: Material, _ rotation: Rotation = SceneDrawer.facing) -> Node {
        Node(geometry: .plane(width: 3, depth: 3), material: material, transform: Transform(rotation: rotation))
    }

    /// The linear colour in the middle of the view; the display's curve is undone.
    private func received(_ nodes: [Node], room: RoomLight = .neutral) throws -> SIMD3<Double> {
        var scene = Scene()
        scene.roomLight = room
        for node in nodes { scene.add(node) }
        let image = try drawer.draw(scene)
        let at = 4 * (30 * image.width + 40)
        return SIMD3(0, 1, 2).map { Color(white: Double(image.bytes[at + $0]) / 255).linear.x }
    }

    @Test("a matt surface receives the cosine of the light's angle, and nothing from behind")
    func lambert() throws {
        let front = try received([Self.sun(Vector3(0, 0, -1)), Self.wall(Self.matt())])
        #expect(front.x > 0.2 && front.x < 0.8, "the curve for highlights must not matter here")
        for degrees in [15.0, 30, 45, 60, 75] {
            let angle = degrees * .pi / 180
            for direction in [
                Vector3(Double.sin(angle), 0, -Double.cos(angle)), Vector3(0, -Double.sin(angle), -Double.cos(angle)),
            ] {
                let slanted = try received([Self.sun(direction), Self.wall(Self.matt())])
                #expect(abs(slanted.x / front.x - Double.cos(angle)) < 0.02, "\(degrees)°")
            }
        }
        for direction in [Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0.3, 0.4, 0.5).normalized] {
            let behind = try received([Self.sun(direction), Self.wall(Self.matt())])
            #expect(behind.max() < 0.004)
        }
    }

    @Test("a surface that is turned receives what a light that is turned the other way gives")
    func turned() throws {
        for degrees in [-50.0, -20, 20, 50] {
            let turn = Rotation(angle: degrees * .pi / 180, axis: Vector3(0, 1, 0))
            let wall = try received([Self.sun(Vector3(0, 0, -1)), Self.wall(Self.matt(), turn * SceneDrawer.facing)])
            let light = try received([Self.sun(turn.inverse * Vector3(0, 0, -1)), Self.wall(Self.matt())])
            #expect(abs(wall.x - light.x) < 0.006)
        }
    }

    @Test("a light's colour and a surface's multiply")
    func colors() throws {
        let (red, cyan) = (Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 1, blue: 1))
        let towards = Vector3(0, 0, -1)
        let onWhite = try received([Self.sun(towards, red), Self.wall(Self.matt())])
        let onRed = try received([Self.sun(towards), Self.wall(Self.matt(red))])
        #expect((onWhite - onRed).absoluteMaximum < 0.006 && onWhite.x > 0.2 && onWhite.y < 0.004)
        #expect(try received([Self.sun(towards, red), Self.wall(Self.matt(cyan))]).max() < 0.004)
        let half = Color(linear: SIMD3(0.5, 0.25, 0.125))
        let white = try received([Self.sun(towards), Self.wall(Self.matt())])
        let shown = try received([Self.sun(towards), Self.wall(Self.matt(half))])
        #expect((shown / white - SIMD3(0.5, 0.25, 0.125)).absoluteMaximum < 0.02)
    }

    @Test("light adds up: twice the intensity, or two lights, are twice as bright; a dim room dims all")
    func sums() throws {
        let (sun, wall) = (Self.sun(Vector3(0, 0, -1), intensity: 0.7), Self.wall(Self.matt()))
        let one = try received([sun, wall])
        #expect(abs(try received([Self.sun(Vector3(0, 0, -1), intensity: 1.4), wall]).x / one.x - 2) < 0.04)
        #expect(abs(try received([sun, sun, wall]).x / one.x - 2) < 0.04)
        let dim = try received([sun, wall], room: RoomLight(intensity: 0.5, tint: Vector3(1, 0.5, 0.25)))
        #expect((dim / one - SIMD3(0.5, 0.25, 0.125)).absoluteMaximum < 0.02)
        let lamp = Node(light: .ambient(.white, intensity: 0.4))
        let ambient = try received([lamp, wall])
        #expect(abs(try received([lamp, sun, wall]).x - one.x - ambient.x) < 0.02)
    }

    @Test("light from everywhere is brighter from above than from the floor, and lies between on a wall")
    func ambient() throws {
        let lamp = Node(light: .ambient(.white, intensity: 0.8))
        /// A surface whose normal is turned up from the horizon by an angle, still seen from the front.
        func at(_ degrees: Double) throws -> Double {
            let turn = Rotation(angle: -degrees * .pi / 180, axis: Vector3(1, 0, 0))
            return try received([lamp, Self.wall(Self.matt(), turn * SceneDrawer.facing)]).x
        }
        let level = try at(0)
        let (up, down) = (try at(60), try at(-60))
        #expect(up > level && level > down && down > 0)
        // The mix is even in the sine of the angle.
        #expect(abs((up + down) / 2 - level) < 0.01)
    }

    @Test("the highlight lies where the mirrored ray meets the light, and a rough metal spreads it")
    func highlight() throws {
        func brightness(_ roughness: Double, offset degrees: Double) throws -> Double {
            // The eye looks straight at the wall; the light comes from a little beside it.
            let angle = degrees * .pi / 180
            let sun = Self.sun(Vector3(Double.sin(angle), 0, -Double.cos(angle)), intensity: 0.5)
            let dark = Node(light: .ambient(.black, intensity: 0))
            let metal = Material(
                Color(linear: SIMD3(repeating: 0.2)),
                lighting: .physicallyBased(roughness: roughness, metalness: 1)
            )
            return try received([sun, dark, Self.wall(metal)]).x
        }
        let rough = try [0.0, 10, 20, 40].map { try brightness(0.6, offset: $0) }
        #expect(zip(rough, rough.dropFirst()).allSatisfy { $0 > $1 })
        let smooth = try [0.0, 40].map { try brightness(0.35, offset: $0) }
        #expect(smooth[0] > rough[0])
        #expect(smooth[1] / smooth[0] < rough[3] / rough[0])
    }

    @Test(
        "a see-through surface shows its part of itself and the rest of what is behind",
        arguments: [0.1, 0.25, 0.5, 0.8]
    )
    func opacity(_ opacity: Double) throws {
        var scene = Scene()
        scene.add(Self.wall(.constant(Color(hex: 0xC86432), opacity: opacity)))
        let image = try drawer.draw(scene, .color(Color(hex: 0x286EB4)))
        let at = 4 * (30 * image.width + 40)
        let (front, back) = ([200.0, 100, 50], [40.0, 110, 180])
        for channel in 0..<3 {
            let exact = opacity * front[channel] + (1 - opacity) * back[channel]
            #expect(abs(Double(image.bytes[at + channel]) - exact) < 1.6)
        }
    }

    @Test(
        "a line is as thick as its metres at its distance, whichever way it runs",
        arguments: [0.0, 0.4, 0.785, 1.3, 1.5708]
    )
    func thickness(_ angle: Double) throws {
        let view = Viewpoint(lookingFrom: Vector3(0, 0, 2), at: .zero, fieldOfView: 0.8, viewSize: SIMD2(160, 160))
        var scene = Scene()
        let along = Vector3(Double.cos(angle), Double.sin(angle), 0)
        let line = Polyline([along * -0.3, along * 0.3], thickness: 0.05)
        scene.add(Node(geometry: .polyline(line), material: .constant(.white)))
        let image = try drawer.draw(scene, from: view)
        // All that it covers: its length with round ends by its thickness.
        let centre = try #require(view.view(of: .zero))
        let side = try #require(view.view(of: Vector3(0.1, 0, 0)))
        let pixelsPerMetre = (side - centre).length * 160 / 0.1
        let covered = (0..<160 * 160).map { Double(image.bytes[4 * $0]) / 255 }.reduce(0, +)
        let exact = (0.6 * 0.05 + .pi * 0.025 * 0.025) * pixelsPerMetre * pixelsPerMetre
        #expect(abs(covered / exact - 1) < 0.06, "\(covered) pixels for \(exact)")
    }

    @Test("dashes and gaps are as long as stated, so that half of the line is left")
    func dashes() throws {
        let view = Viewpoint(lookingFrom: Vector3(0, 0, 2), at: .zero, fieldOfView: 0.8, viewSize: SIMD2(320, 80))
        func covered(_ dash: Double?) throws -> (sum: Double, changes: Int) {
            var scene = Scene()
            let line = Polyline([Vector3(-0.8, 0, 0), Vector3(0.8, 0, 0)], thickness: 0.04, dashLength: dash)
            scene.add(Node(geometry: .polyline(line), material: .constant(.white)))
            let image = try drawer.draw(scene, from: view)
            let row = (0..<320).map { image.bytes[4 * (40 * 320 + $0)] > 127 }
            let sum = (0..<320 * 80).map { Double(image.bytes[4 * $0]) / 255 }.reduce(0, +)
            return (sum, zip(row, row.dropFirst()).count { $0 != $1 })
        }
        let (whole, dashed) = (try covered(nil), try covered(0.1))
        #expect(whole.changes <= 2)
        #expect(dashed.changes == 16, "eight dashes in 1.6 m of 0.1 m each and gaps between")
        #expect(abs(dashed.sum / whole.sum - 0.5) < 0.12)
    }

    @Test("a dot has its diameter in pixels at any distance", arguments: [0.5, 1.5, 4])
    func dots(_ distance: Double) throws {
        var scene = Scene()
        let cloud = PointCloud([Vector3(0, 0, 2 - distance)], diameterPixels: 12)
        scene.add(Node(geometry: .points(cloud), material: .constant(.white)))
        let image = try drawer.draw(scene)
        let covered = (0..<80 * 60).map { Double(image.bytes[4 * $0]) / 255 }.reduce(0, +)
        #expect(abs(covered / (.pi * 36) - 1) < 0.08)
    }
}

extension SIMD3<Int> {
    fileprivate func map(_ transform: (Int) -> Double) -> SIMD3<Double> {
        SIMD3<Double>(transform(x), transform(y), transform(z))
    }
}

extension SIMD3<Double> {
    fileprivate var absoluteMaximum: Double { Swift.max(abs(x), abs(y), abs(z)) }
}
