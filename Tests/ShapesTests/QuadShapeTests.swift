import Geometry
import RealModule
import Testing

@testable import Shapes

@Suite("Which shapes may be rectangles")
struct QuadShapeTests {
    private static let size = SIMD2<Float>(640, 480)

    private static func shape(_ options: QuadrilateralOptions = QuadrilateralOptions()) -> QuadShape {
        QuadShape(options, size: size, focalLength: 500, centre: size / 2)
    }

    private static func quad(_ corners: [SIMD2<Float>]) -> QuadHypothesis {
        QuadHypothesis(corners: (corners[0], corners[1], corners[2], corners[3]))
    }

    /// The image of a rectangle that is turned about its upright axis, corners in order.
    private static func turned(width: Double, height: Double, by angle: Double) -> [SIMD2<Float>] {
        [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
            let across = x * width / 2
            let depth = 3 + across * Double.sin(angle)
            let point = SIMD2(across * Double.cos(angle), y * height / 2) / depth * 500
            return SIMD2<Float>(point) + size / 2
        }
    }

    @Test("a square seen from the front is allowed in either order of its corners")
    func square() {
        let corners = Self.turned(width: 1, height: 1, by: 0)
        #expect(Self.shape().allows(Self.quad(corners)))
        #expect(Self.shape().allows(Self.quad(corners.reversed())))
        #expect(Self.quad(corners).doubleArea == -Self.quad(corners.reversed()).doubleArea)
    }

    @Test("corners that cross, a side that is too short and a slender shape are not")
    func refused() {
        let corners = Self.turned(width: 1, height: 1, by: 0)
        #expect(!Self.shape().allows(Self.quad([corners[0], corners[2], corners[1], corners[3]])))
        #expect(!Self.shape().allows(Self.quad(Self.turned(width: 0.4, height: 0.4, by: 0))))
        #expect(!Self.shape().allows(Self.quad(Self.turned(width: 2.4, height: 0.7, by: 0))))
    }

    @Test("a rectangle at a slant is judged by its shape in space, not by the narrower one in the image")
    func slanted() {
        var options = QuadrilateralOptions()
        options.minimumSize = 0.1
        options.minimumAspectRatio = 0.6
        let turned = Self.turned(width: 1.2, height: 1.2, by: 1.2)
        let narrow = Self.turned(width: 0.5, height: 1.2, by: 0)
        #expect(Self.shape(options).allows(Self.quad(turned)))
        #expect(!Self.shape(options).allows(Self.quad(narrow)), "as narrow in the image, but seen from the front")
    }

    @Test(
        "a lens is bent and straightened again to the same pixel, also at another size",
        arguments: [
            LensWarp.none, .division(centre: SIMD2(320, 240), lambda: -8e-7),
            .camera(
                CameraModel(
                    width: 640,
                    height: 480,
                    focalLengthPixels: Vector2(400, 400),
                    principalPointPixels: Vector2(322, 238),
                    distortion: .radialTangential(k1: -0.28, k2: 0.06, p1: 0, p2: 0)
                )
            ),
        ]
    )
    func lens(_ warp: LensWarp) {
        for pixel in [SIMD2<Float>(320, 240), SIMD2(40, 30), SIMD2(600, 400), SIMD2(10, 470)] {
            let back = warp.bent(warp.straight(pixel)) - pixel
            #expect((back * back).sum().squareRoot() < 0.02)
            let half = warp.scaled(by: 0.5).straight(pixel / 2) * 2 - warp.straight(pixel)
            #expect((half * half).sum().squareRoot() < 0.02)
        }
    }

    @Test("the table of a lens is within a quarter of a pixel of the lens")
    func table() {
        let warp = LensWarp.division(centre: SIMD2(320, 240), lambda: -8e-7)
        let grid = WarpGrid(warp: warp, width: 640, height: 480)
        for pixel in [SIMD2<Float>(8, 8), SIMD2(100.5, 333.2), SIMD2(633, 471), SIMD2(320, 240)] {
            let error = grid.straight(pixel) - warp.straight(pixel)
            #expect((error * error).sum().squareRoot() < 0.25)
        }
    }

    @Test(
        "a peak between cells is found to a tenth of a cell, and a patch goes on at its other side",
        arguments: [
            SIMD2<Float>(0.3, -0.2), SIMD2(-3.4, 5.25), SIMD2(-0.45, 0.1),
        ]
    )
    func peak(_ shift: SIMD2<Float>) {
        let side = 32
        let answers = (0..<side * side).map { cell -> FourierTransform.Lanes in
            var x = Float(cell % side) - shift.x
            var y = Float(cell / side) - shift.y
            if x > 16 { x -= 32 }
            if y > 16 { y -= 32 }
            return FourierTransform.Lanes(repeating: .exp(-(x * x + y * y) / 8))
        }
        answers.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            let response = FilterResponse(start, side: side)
            let x = Int(shift.x.rounded()) & 31
            let y = Int(shift.y.rounded()) & 31
            let found = response.shift(ofPeak: x, y, 0) - shift
            #expect((found * found).sum().squareRoot() < 0.1)
            #expect(response.sharpness(ofPeak: x, y, 0) > 10)
            #expect(response.value(x + side, y - side, 0) == response.value(x, y, 0))
        }
    }
}
