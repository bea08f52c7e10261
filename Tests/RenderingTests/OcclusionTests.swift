import Depth
import Geometry
import Imaging
import Rendering
import SceneGraph
import Testing

/// Virtual things are hidden by the surroundings that a depth map shows, and by nothing else.
@Suite("Occlusion by the surroundings", .serialized)
struct OcclusionTests {
    private let drawer: SceneDrawer
    private var renderer: Renderer { drawer.renderer }
    private static let image: [UInt8] = [90, 90, 90, 255]
    private static let white: [UInt8] = [255, 255, 255, 255]

    init() throws {
        drawer = try SceneDrawer()
        renderer.setImage(GrayImage(width: 160, height: 120, pixels: [UInt8](repeating: 90, count: 160 * 120)))
    }

    /// A map of 40 × 30 pixels of the viewpoint's image, four by four pixels each; `depth` has column and row.
    private func map(
        from viewpoint: Viewpoint? = nil,
        sigma: Float = 0.005,
        _ depth: (_ column: Int, _ row: Int) -> Float
    ) -> DepthMap {
        let viewpoint = viewpoint ?? drawer.viewpoint
        let depths = (0..<40 * 30).map { depth($0 % 40, $0 / 40) }
        return DepthMap(
            timestampNanoseconds: 1,
            lens: viewpoint.lens.scaled(by: 0.25),
            worldFromOptical: viewpoint.worldFromCamera * RigidTransform<OpticalSpace, CameraSpace>.flip.inverse,
            depth: depths,
            sigma: depths.map { $0 > 0 ? sigma : 0 },
            shades: [UInt8](repeating: 90, count: depths.count)
        )
    }

    /// A white wall that fills the view, two metres away unless moved.
    private func wall(z: Double = 0, _ material: Material = .constant(.white)) -> Scene {
        var scene = Scene()
        let transform = Transform(translation: Vector3(0, 0, z), rotation: SceneDrawer.facing)
        scene.add(Node(geometry: .plane(width: 6, depth: 6), material: material, transform: transform))
        return scene
    }

    /// The columns of a row in which the wall is seen at least half.
    private func seen(_ image: ColorImage, row: Int = 60) -> [Int] {
        (0..<image.width).filter { image.color($0, row)[0] > 172 }
    }

    @Test("a wall behind a surface is hidden, and seen where nothing is known")
    func hidden() throws {
        renderer.surroundings = map { column, _ in column < 20 ? 1 : 0 }
        let image = try drawer.draw(wall(), .image)
        #expect(image.color(30, 60) == Self.image && image.color(130, 60) == Self.white)
        let columns = seen(image)
        #expect(abs((columns.first ?? 0) - 80) <= 3 && columns.last == 159)
    }

    @Test("a wall before a surface is not hidden, nor one that stands in it", arguments: [0.0, 0.5, -0.02])
    func before(_ z: Double) throws {
        renderer.surroundings = map { _, _ in 2 }
        #expect(try drawer.draw(wall(z: z), .image).bytes.allSatisfy { $0 == 255 })
    }

    @Test("what lies behind a surface by less than it is known stays visible")
    func uncertain() throws {
        renderer.surroundings = map(sigma: 0.3) { _, _ in 1.7 }
        #expect(try drawer.draw(wall(), .image).color(80, 60) == Self.white)
        renderer.surroundings = map(sigma: 0.01) { _, _ in 1.7 }
        #expect(try drawer.draw(wall(), .image).color(80, 60) == Self.image)
    }

    @Test("a map without known pixels hides nothing, and neither do absurd numbers", arguments: [Float(0), .nan, -1])
    func unknown(_ depth: Float) throws {
        renderer.surroundings = map { _, _ in depth }
        #expect(try drawer.draw(wall(), .image).bytes.allSatisfy { $0 == 255 })
    }

    @Test("a surface of twice the map's size hides what is behind it, and its edge is where it ends")
    func fine() throws {
        var map = map { column, _ in column < 20 ? 1 : 0 }
        map.fineDepth = (0..<80 * 60).map { $0 % 80 < 51 ? 1 : 0 }
        renderer.surroundings = map
        let image = try drawer.draw(wall(), .image)
        #expect(image.color(88, 60) == Self.image, "a hole of the map")
        #expect(abs((seen(image).first ?? 0) - 102) <= 1)
    }

    @Test("the edge is soft: it rises from hidden to seen within two of the map's pixels")
    func softEdge() throws {
        renderer.surroundings = map { column, _ in column < 20 ? 1 : 0 }
        let image = try drawer.draw(wall(), .image)
        let row = (70..<92).map { Int(image.color($0, 60)[0]) }
        #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 })
        #expect((1...8).contains(row.count { $0 > 95 && $0 < 250 }))
    }

    @Test("a map of an earlier place hides what stands behind the surface from here")
    func reprojection() throws {
        var earlier = drawer.viewpoint
        earlier.worldFromCamera.translation += Vector3(0.25, 0.1, 0.15)
        renderer.surroundings = map(from: earlier) { column, _ in column < 20 ? 1 : 0 }
        // The surface's edge, straight before the earlier camera.
        let edge = earlier.worldFromCamera * Vector3(0, 0, -1)
        let expected = try #require(drawer.viewpoint.view(of: edge)).x * 160
        let image = try drawer.draw(wall(), .image)
        let first = try #require(seen(image, row: 50).first { $0 > 60 })
        #expect(abs(Double(first) - expected) <= 4 && expected > 95)
    }

    @Test("the map turns with the image", arguments: QuarterTurn.allCases)
    func turns(_ turn: QuarterTurn) throws {
        var view = drawer.viewpoint
        (view.turn, view.fit) = (turn, .whole)
        renderer.surroundings = map { column, row in column < 20 && row < 15 ? 1 : 0 }
        let image = try drawer.draw(wall(), from: view, .image)
        for (x, y) in [(-0.3, 0.2), (0.3, 0.2), (-0.3, -0.2), (0.3, -0.2)] {
            let seen = try #require(view.view(of: Vector3(x, y, 0))) * Vector2(160, 120)
            let color = image.color(Int(seen.x), Int(seen.y))
            #expect(color == (x < 0 && y > 0 ? Self.image : Self.white))
        }
    }

    @Test("a line is hidden, a label and what is not hidden behind objects stay")
    func kinds() throws {
        renderer.surroundings = map { _, _ in 1 }
        var scene = Scene()
        let label = TextLabel("     ", capHeight: 0.2, panel: TextLabel.Panel(.sky, opacity: 1))
        let up = Transform(translation: Vector3(0, 0.4, 0))
        scene.add(Node(geometry: .text(label), material: .constant(.white), transform: up))
        let line = Polyline([Vector3(-0.6, 0, 0), Vector3(0.6, 0, 0)], thickness: 0.1)
        let handle = scene.add(Node(geometry: .polyline(line), material: .constant(.white)))
        let hidden = try drawer.draw(scene, .image)
        #expect(hidden.color(80, 60) == Self.image)
        let place = try #require(drawer.viewpoint.view(of: Vector3(0, 0.4, 0))) * Vector2(160, 120)
        #expect(hidden.color(Int(place.x), Int(place.y)) == [0x2F, 0x9B, 0xFF, 255])
        scene[handle].material.isHiddenBehindObjects = false
        #expect(try drawer.draw(scene, .image).color(80, 60) == Self.white)
    }

    @Test("the shadow of a thing is hidden with the floor that it falls on")
    func shadow() throws {
        var scene = Scene()
        scene.addDefaultLights()
        scene.add(Node(geometry: .plane(width: 4, depth: 4), material: .shadowCatcher()))
        let above = Transform(translation: Vector3(0, 3, 0))
        scene.add(Node(geometry: .box(size: Vector3(5, 0.02, 5)), transform: above))
        let size = SIMD2(160, 120)
        let view = Viewpoint(lookingFrom: Vector3(0, 1, 0.8), at: .zero, fieldOfView: 0.5, viewSize: size)
        let shaded = try drawer.draw(scene, from: view, .image).bytes.count { $0 < 85 }
        renderer.surroundings = map(from: view) { _, _ in 0.6 }
        #expect(try drawer.draw(scene, from: view, .image).bytes.allSatisfy { $0 == 90 || $0 == 255 })
        #expect(shaded > 300)
    }

    @Test("before one colour nothing is hidden, and without a map nothing is sent")
    func colorBackground() throws {
        _ = try drawer.draw(wall(), .image)
        let plain = try drawer.draw(wall(), .image)
        #expect(renderer.statistics.uploads == 0)
        renderer.surroundings = map { _, _ in 1 }
        #expect(try drawer.draw(wall(), .color(.black)).color(80, 60) == Self.white)
        #expect(try drawer.draw(wall(), .image).color(80, 60) == Self.image)
        renderer.surroundings = nil
        #expect(try drawer.draw(wall(), .image) == plain)
    }
}
