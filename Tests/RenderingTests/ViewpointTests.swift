import Geometry
import Imaging
import Rendering
import SceneGraph
import Testing

@Suite("Viewpoints", .serialized)
struct ViewpointTests {
    static let lenses: [Distortion] = [
        .none, .radialTangential(k1: -0.28, k2: 0.07, p1: 0.0002, p2: 0.00002),
        .radialTangential(k1: 0.1, k2: -0.02, p1: 0, p2: 0), .equidistant(k1: -0.01, k2: 0.02, k3: -0.01, k4: 0),
    ]

    static func viewpoint(_ distortion: Distortion, _ turn: QuarterTurn, _ fit: ImageFit = .fill) -> Viewpoint {
        Viewpoint(
            worldFromCamera: RigidTransform(
                rotation: Rotation(exp: Vector3(0.2, -0.4, 0.1)),
                translation: Vector3(0.3, 1.2, -0.5)
            ),
            lens: CameraModel(
                width: 752,
                height: 480,
                focalLengthPixels: Vector2(458, 457),
                principalPointPixels: Vector2(367, 249),
                distortion: distortion
            ),
            viewSize: turn == .none ? SIMD2(640, 360) : SIMD2(360, 640),
            turn: turn,
            fit: fit
        )
    }

    @Test(
        "an image's pixel, its position in the view and its ray belong together",
        arguments: lenses,
        QuarterTurn.allCases
    )
    func mapping(_ distortion: Distortion, _ turn: QuarterTurn) throws {
        let viewpoint = Self.viewpoint(distortion, turn)
        let cameraFromWorld = viewpoint.worldFromCamera.inverse
        for position in [Vector2(0.5, 0.5), Vector2(0.1, 0.2), Vector2(0.9, 0.7)] {
            let pixel = viewpoint.imagePixel(ofView: position)
            #expect((viewpoint.view(ofImagePixel: pixel) - position).length < 1e-9)
            let point = viewpoint.ray(throughView: position).point(at: 2)
            #expect((try #require(viewpoint.view(of: point)) - position).length < 1e-9)
            let optical = RigidTransform<OpticalSpace, CameraSpace>.flip * (cameraFromWorld * point)
            #expect((try #require(viewpoint.lens.pixel(of: optical)) - pixel).length < 1e-6)
        }
    }

    @Test("a filled view shows nothing beyond the image's edge, however the lens bends it", arguments: lenses)
    func covers(_ distortion: Distortion) {
        let viewpoint = Self.viewpoint(distortion, .none)
        for corner in [Vector2(0, 0), Vector2(1, 0), Vector2(0, 1), Vector2(1, 1), Vector2(0.5, 0)] {
            let pixel = viewpoint.imagePixel(ofView: corner)
            #expect(pixel.x > -2 && pixel.y > -2 && pixel.x < 754 && pixel.y < 482)
        }
    }

    @Test(
        "what is drawn and the camera's image behind it meet on the screen",
        arguments: lenses,
        QuarterTurn.allCases
    )
    func overlayFits(_ distortion: Distortion, _ turn: QuarterTurn) throws {
        let context = try DrawingContext()
        let renderer = try Renderer()
        let viewpoint = Self.viewpoint(distortion, turn)
        // A point of the world, a red dot drawn there, and a blue mark in the image where the bent lens shows it.
        let position = Vector2(0.3, 0.7)
        let point = viewpoint.ray(throughView: position).point(at: 1.5)
        let pixel = viewpoint.imagePixel(ofView: position)
        var bytes = [UInt8](repeating: 40, count: 752 * 480 * 4)
        for y in 0..<480 {
            for x in 0..<752 {
                let off = Vector2(Double(x) + 0.5, Double(y) + 0.5) - pixel
                if off.length < 12 {
                    bytes.replaceSubrange(4 * (y * 752 + x)..<4 * (y * 752 + x) + 3, with: [40, 40, 255])
                }
            }
        }
        renderer.setImage(ColorImage(width: 752, height: 480, bytes: bytes))
        var scene = Scene()
        try renderer.draw(scene, from: viewpoint)
        let plain = try #require(renderer.readPixels())
        let mark = try #require(Self.middle(of: plain, channel: 2))
        scene.add(
            Node(geometry: .points(PointCloud([point], diameterPixels: 8)), material: .constant(Color(hex: 0xFF0000)))
        )
        try renderer.draw(scene, from: viewpoint)
        let drawn = try #require(renderer.readPixels())
        let dot = try #require(Self.middle(of: drawn, channel: 0))
        let size = Vector2(Double(viewpoint.viewSize.x), Double(viewpoint.viewSize.y))
        #expect((dot - position * size).length < 0.3)
        #expect((mark - position * size).length < 0.6)
        _ = context
    }

    /// The middle of what shines in one channel above the others, pixels.
    static func middle(of image: ColorImage, channel: Int) -> Vector2? {
        var sum = Vector2.zero
        var weight = 0.0
        for y in 0..<image.height {
            for x in 0..<image.width {
                let i = 4 * (y * image.width + x)
                let others = (0..<3).filter { $0 != channel }.map { Int(image.bytes[i + $0]) }.max() ?? 0
                let excess = Double(max(0, Int(image.bytes[i + channel]) - others - 20))
                sum += Vector2(Double(x) + 0.5, Double(y) + 0.5) * excess
                weight += excess
            }
        }
        return weight > 0 ? sum / weight : nil
    }
}
