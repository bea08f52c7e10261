import Geometry
import Imaging
import Rendering
import SceneGraph
import Testing

/// A renderer with its context, which draws scenes into memory.
struct SceneDrawer {
    private let context: DrawingContext
    let renderer: Renderer
    /// From two metres before the origin, unless a test looks from elsewhere.
    let viewpoint: Viewpoint
    /// A plane lies level; this one stands and faces the camera.
    static let facing = Rotation(from: Vector3(0, 1, 0), to: Vector3(0, 0, 1))

    init(width: Int = 160, height: Int = 120) throws {
        context = try DrawingContext()
        renderer = try Renderer()
        viewpoint = Viewpoint(
            lookingFrom: Vector3(0, 0, 2),
            at: .zero,
            fieldOfView: 0.8,
            viewSize: SIMD2(width, height)
        )
    }

    /// The image of a scene.
    func draw(
        _ scene: Scene,
        from viewpoint: Viewpoint? = nil,
        _ background: Background = .color(.black)
    ) throws -> ColorImage {
        try renderer.draw(scene, from: viewpoint ?? self.viewpoint, background: background)
        return try #require(renderer.readPixels())
    }
}

extension ColorImage {
    /// Red, green, blue and alpha of a pixel.
    func color(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[4 * (y * width + x)..<4 * (y * width + x) + 4]) }

    /// The greatest difference of a byte from another image of the same size.
    func greatestDifference(from other: ColorImage) -> Int {
        precondition(width == other.width && height == other.height, "images of one size")
        return zip(bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    /// The share of bytes that differ from another image's by more than a number.
    func share(differingFrom other: ColorImage, byMoreThan bound: Int) -> Double {
        Double(zip(bytes, other.bytes).count { abs(Int($0) - Int($1)) > bound }) / Double(bytes.count)
    }
}
