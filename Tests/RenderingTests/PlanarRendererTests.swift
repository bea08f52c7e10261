import Depth
import Geometry
import Imaging
import Rendering
import RenderingScenes
import SceneGraph
import Testing

/// Held beside `Renderer`, which draws the same with a GPU's interface.
@Suite("Drawing into planes", .serialized)
struct PlanarRendererTests {
    static let size = SIMD2(320, 180)

    let viewpoint = Viewpoint(lookingFrom: Vector3(0, 0.3, 1), at: .zero, fieldOfView: 0.8, viewSize: size)

    /// A planar image that owns its bytes.
    struct Planes {
        let width: Int
        let height: Int
        var bytes: [UInt8]

        init(width: Int, height: Int, shade: UInt8 = 0) {
            (self.width, self.height) = (width, height)
            bytes = Array(repeating: shade, count: YUVImage.byteCount(width: width, height: height))
        }

        init(_ image: ColorImage) {
            self.init(width: image.width, height: image.height)
            let colors = image.bytes
            with { $0.fill(fromColors: colors) }
        }

        mutating func with<Result>(_ body: (YUVImage) -> Result) -> Result {
            let (width, height) = (width, height)
            return bytes.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { preconditionFailure("an image has bytes") }
                return body(YUVImage(bytes: start, width: width, height: height))
            }
        }

        var colors: ColorImage {
            ColorImage(width: width, height: height) { u, v in
                let (x, y) = (Int(u * Float(width)), Int(v * Float(height)))
                let index = width * height + y / 2 * (width / 2) + x / 2
                let luma = (Float(bytes[y * width + x]) - 16) / 219
                let blue = (Float(bytes[index]) - 128) / 224
                let red = (Float(bytes[index + width * height / 4]) - 128) / 224
                return SIMD3(luma + 1.402 * red, luma - 0.344 * blue - 0.714 * red, luma + 1.772 * blue)
            }
        }
    }

    /// Lines of all kinds, dots, labels near and far, horizontal and upright.
    static var scene: Scene {
        var scene = Scene()
        func add(_ geometry: NodeGeometry, _ material: Material, _ transform: Transform = Transform()) {
            scene.add(Node(geometry: geometry, material: material, transform: transform))
        }
        let bent = [Vector3(-0.4, 0.1, 0), Vector3(-0.2, 0.22, 0.1), Vector3(0, 0.05, 0), Vector3(0.02, 0.2, -0.3)]
        add(.polyline(Polyline(bent, thickness: 0.012)), .constant(.coral))
        add(.polyline(Polyline(bent.map { $0 - Vector3(0, 0.12, 0) }, thickness: 0.02)), Material(.white))
        let square = [Vector3(0.1, -0.1, 0), Vector3(0.3, -0.1, 0), Vector3(0.3, 0.1, 0), Vector3(0.1, 0.1, 0)]
        add(
            .polyline(Polyline(square, thickness: 0.004, isClosed: true)),
            .constant(Color(hex: 0x2F9BFF), opacity: 0.6)
        )
        add(
            .polyline(
                Polyline([Vector3(-0.4, -0.2, 0), Vector3(0.4, -0.16, 0.2)], thickness: 0.008, dashLength: 0.03)
            ),
            .constant(Color(hex: 0x30C070))
        )
        // From behind the eye into the view, and finer than a pixel.
        add(.polyline(Polyline([Vector3(0.1, 0.2, 1.4), Vector3(0.3, 0, -1)], thickness: 0.001)), .constant(.white))
        add(
            .points(PointCloud((0..<9).map { Vector3(Double($0) * 0.03 - 0.1, 0.16, 0) }, diameterPixels: 7)),
            .constant(Color(hex: 0xFFD060))
        )
        let lying = Transform(
            translation: Vector3(-0.2, -0.15, 0.1),
            rotation: Rotation(angle: -1, axis: Vector3(1, 0, 0))
        )
        add(
            .text(TextLabel("27.9 ± 0.3 cm", capHeight: 0.03)),
            .constant(.white),
            Transform(translation: Vector3(0.15, 0.2, 0))
        )
        add(.text(TextLabel("Valve\n12", capHeight: 0.05)), .constant(Color(hex: 0xFFD060)), lying)
        return scene
    }

    private func drawn(
        _ scene: Scene,
        _ viewpoint: Viewpoint,
        _ image: Planes,
        top: Int = 0,
        behind surroundings: DepthMap? = nil
    ) -> Planes? {
        var renderer = PlanarRenderer()
        renderer.surroundings = surroundings
        var (image, canvas) = (
            image, Planes(width: viewpoint.viewSize.x, height: viewpoint.viewSize.y + top, shade: 3)
        )
        let isDrawn = image.with { image in
            canvas.with { renderer.draw(scene, from: viewpoint, over: image, onto: $0, below: top) }
        }
        return isDrawn ? canvas : nil
    }

    /// A surface before the left half of the scene.
    private var surroundings: DepthMap {
        let depth = (0..<80 * 45).map { Float($0 % 80 < 40 ? 0.7 : 0) }
        return DepthMap(
            timestampNanoseconds: 1,
            lens: viewpoint.lens.scaled(by: 0.25),
            worldFromOptical: viewpoint.worldFromCamera * RigidTransform<OpticalSpace, CameraSpace>.flip.inverse,
            depth: depth,
            sigma: depth.map { $0 / 100 },
            shades: depth.map { $0 > 0 ? 40 : 220 }
        )
    }

    @Test(
        "looks as the GPU draws it, brightness within a step of 255 and colour within what half the size holds",
        arguments: [false, true]
    )
    func besideTheGPU(_ isOccluded: Bool) throws {
        let image = Planes(ColorImage.table(width: Self.size.x, height: Self.size.y))
        let map = isOccluded ? surroundings : nil
        let planes = try #require(drawn(Self.scene, viewpoint, image, behind: map))
        if isOccluded { #expect(planes.bytes != drawn(Self.scene, viewpoint, image)?.bytes) }
        let context = try DrawingContext()
        let renderer = try Renderer()
        renderer.setImage(image.colors)
        renderer.surroundings = map
        try renderer.draw(Self.scene, from: viewpoint)
        let expected = try #require(renderer.readPixels())
        withExtendedLifetime(context) {}
        try ImageFile.write(planes.colors, named: "planar")
        try ImageFile.write(expected, named: "planar-expected")
        let reference = Planes(expected)
        let count = Self.size.x * Self.size.y
        let off = zip(planes.bytes, reference.bytes).map { abs(Int($0) - Int($1)) }
        let (luma, chroma) = (off[..<count], off[count...])
        #expect(Double(luma.reduce(0, +)) / Double(count) < 0.5)
        #expect(luma.filter { $0 > 16 }.count < count / 500)
        #expect(Double(chroma.reduce(0, +)) / Double(chroma.count) < 0.5)
        #expect(chroma.filter { $0 > 16 }.count < chroma.count / 200)
        // Something was drawn at all.
        #expect(zip(planes.bytes, image.bytes).filter { abs(Int($0) - Int($1)) > 30 }.count > 3000)
    }

    @Test("the rows above the view are left, and what is below is the same as without them")
    func rowsAbove() throws {
        let image = Planes(ColorImage.table(width: Self.size.x, height: Self.size.y))
        let bare = try #require(drawn(Self.scene, viewpoint, image))
        let below = try #require(drawn(Self.scene, viewpoint, image, top: 6))
        let width = Self.size.x
        #expect(below.bytes[..<(6 * width)].allSatisfy { $0 == 3 })
        #expect(Array(below.bytes[(6 * width)..<(width * below.height)]) == Array(bare.bytes[..<(width * bare.height)]))
    }

    @Test("an image of another size and shape is fitted as the GPU fits it")
    func fitted() throws {
        let source = ColorImage.tiles(width: 320, height: 240)
        var view = viewpoint
        view.lens = CameraModel(
            width: 640,
            height: 480,
            focalLengthPixels: Vector2(500, 500),
            principalPointPixels: Vector2(310, 250)
        )
        let planes = try #require(drawn(Scene(), view, Planes(source)))
        let context = try DrawingContext()
        let renderer = try Renderer()
        renderer.setImage(Planes(source).colors)
        try renderer.draw(Scene(), from: view)
        let expected = try Planes(#require(renderer.readPixels()))
        withExtendedLifetime(context) {}
        let count = Self.size.x * Self.size.y
        let off = zip(planes.bytes[..<count], expected.bytes[..<count]).map { abs(Int($0) - Int($1)) }
        #expect(off.max()! <= 6 && Double(off.reduce(0, +)) / Double(count) < 1)
    }

    @Test("what takes a GPU is refused, and nothing is drawn")
    func refused() {
        let image = Planes(width: 320, height: 180, shade: 90)
        var withBox = Self.scene
        withBox.add(Node(geometry: .box(size: Vector3(0.1, 0.1, 0.1))))
        #expect(drawn(withBox, viewpoint, image) == nil)
        // Out of sight and without a shadow it does not count.
        var hidden = Self.scene
        let behind = Transform(translation: Vector3(0, 0, 9))
        var box = Node(geometry: .box(size: Vector3(0.1, 0.1, 0.1)), transform: behind)
        box.castsShadow = false
        hidden.add(box)
        #expect(drawn(hidden, viewpoint, image) != nil)
        var turned = viewpoint
        turned.turn = .clockwise
        #expect(drawn(Self.scene, turned, image) == nil)
        var bent = viewpoint
        bent.lens.distortion = .radialTangential(k1: 0.1, k2: 0, p1: 0, p2: 0)
        #expect(drawn(Self.scene, bent, image) == nil)
        var whole = viewpoint
        whole.fit = .whole
        #expect(drawn(Self.scene, whole, image) == nil)
    }

    @Test("absurd positions are drawn or left out, and change nothing else")
    func absurd() {
        let image = Planes(width: 320, height: 180, shade: 90)
        let numbers: [Double] = [0, 1e-12, 1e20, -1e38, .infinity, .nan]
        for a in numbers {
            for b in numbers {
                var scene = Scene()
                let line = Polyline(
                    [Vector3(a, b, 0), Vector3(b, 0, a), Vector3(0.1, 0.1, b)],
                    thickness: 0.01,
                    dashLength: 0.01
                )
                scene.add(Node(geometry: .polyline(line), material: .constant(.white)))
                scene.add(Node(geometry: .points(PointCloud([Vector3(a, a, b)])), material: .constant(.white)))
                let transform = Transform(translation: Vector3(b, a, 0.2))
                scene.add(Node(geometry: .text(TextLabel("!")), material: .constant(.white), transform: transform))
                #expect(drawn(scene, viewpoint, image) != nil)
            }
        }
    }
}
