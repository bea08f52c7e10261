import Geometry
import Testing

@Suite("Camera models")
struct CameraModelTests {
    static let cameras: [CameraModel] = [
        .none,
        .radialTangential(k1: -0.283, k2: 0.074, p1: 0.0002, p2: 1.8e-5),
        .equidistant(k1: 0.01, k2: -0.004, k3: 0.002, k4: -0.0005),
    ].map { distortion in
        CameraModel(
            width: 752,
            height: 480,
            focalLengthPixels: Vector2(458.6, 457.3),
            principalPointPixels: Vector2(367.7, 248.9),
            distortion: distortion
        )
    }
    static let points = [Vector3(0, 0, 1), Vector3(0.4, -0.3, 1), Vector3(-1.2, 0.8, 2), Vector3(0.01, 0.9, 1.7)]

    @Test("a pixel leads back to its point", arguments: cameras)
    func roundTrip(_ camera: CameraModel) throws {
        for point in Self.points {
            let pixel = try #require(camera.pixel(of: point))
            #expect((camera.direction(ofPixel: pixel) - point.normalized).length < 1e-9)
        }
        #expect(camera.pixel(of: Vector3(0, 0, -1)) == nil)
    }

    @Test("the Jacobian to the point agrees with numeric differences", arguments: cameras)
    func pointJacobian(_ camera: CameraModel) throws {
        let step = 1e-6
        for point in Self.points {
            let jacobian = camera.jacobianToPoint(point)
            for axis in 0..<3 {
                var ahead = point
                var behind = point
                ahead[axis] += step
                behind[axis] -= step
                let numeric = try (#require(camera.pixel(of: ahead)) - #require(camera.pixel(of: behind))) / (2 * step)
                #expect((numeric - Vector2(jacobian.row0[axis], jacobian.row1[axis])).length < 1e-4)
            }
        }
    }

    @Test("the Jacobian to the intrinsics agrees with numeric differences", arguments: cameras)
    func intrinsicsJacobian(_ camera: CameraModel) {
        let point = Vector2(0.35, -0.42)
        let (x, y) = camera.jacobianToIntrinsics(point)
        for index in 0..<8 {
            let step = index < 4 ? 1e-3 : 1e-6
            let numeric =
                (changed(camera, index, step).pixel(ofNormalized: point)
                    - changed(camera, index, -step).pixel(ofNormalized: point)) / (2 * step)
            #expect((numeric - Vector2(x[index], y[index])).length < 1e-5)
        }
    }

    private func changed(_ camera: CameraModel, _ index: Int, _ step: Double) -> CameraModel {
        var camera = camera
        switch index {
        case 0, 1: camera.focalLengthPixels[index] += step
        case 2, 3: camera.principalPointPixels[index - 2] += step
        default:
            var coefficients = camera.distortion.coefficients
            coefficients[index - 4] += step
            camera.distortion = camera.distortion.with(coefficients: coefficients)
        }
        return camera
    }
}
