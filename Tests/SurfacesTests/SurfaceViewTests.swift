import Geometry
import Imaging
import Testing

@testable import Surfaces

@Suite("A view of a surface")
struct SurfaceViewTests {
    @Test("what lies far outside of the picture is not put into it by a lens whose polynomial turns back")
    func outside() throws {
        let lens = CameraModel(
            width: 320,
            height: 240,
            focalLengthPixels: Vector2(200, 200),
            principalPointPixels: Vector2(160, 120),
            distortion: .radialTangential(k1: -0.3, k2: 0, p1: 0, p2: 0)
        )
        let view = SurfaceView(GrayImage(width: 320, height: 240), worldFromOptical: .identity, lens: lens)
        func place(_ x: Double, _ y: Double, _ z: Double = 1) -> SIMD2<Float>? {
            view.position(of: Vector3(x, y, z), opticalFromWorld: .identity)
        }
        let outside = Vector3(1.6, 0, 1)
        #expect(lens.contains(try #require(lens.pixel(of: outside))))
        #expect(place(1.6, 0) == nil)
        #expect(place(0.2, 0, -1) == nil)
        let inside = try #require(place(0.5, 0.2))
        let pixel = try #require(lens.pixel(of: Vector3(0.5, 0.2, 1)))
        #expect(abs(Double(inside.x) - pixel.x / 2) < 1e-4 && abs(Double(inside.y) - pixel.y / 2) < 1e-4)
    }
}
