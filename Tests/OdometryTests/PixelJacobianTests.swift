import Geometry
import Testing

@testable import Odometry

@Suite("Jacobians of observations")
struct PixelJacobianTests {
    static func filter(viewDensity: Double = 0) -> SlidingWindowFilter {
        var configuration = OdometryConfiguration(
            camera: CameraModel(
                width: 752,
                height: 480,
                focalLengthPixels: Vector2(458, 457),
                principalPointPixels: Vector2(367, 248),
                distortion: .radialTangential(k1: -0.28, k2: 0.07, p1: 0.0002, p2: 1e-5)
            ),
            bodyFromOptical: RigidTransform(
                rotation: Rotation(exp: Vector3(0.1, -0.2, 1.5)),
                translation: Vector3(0.1, -0.05, 0.02)
            ),
            readoutTime: 0.02,
            noise: InertialPropagatorTests.noise,
            calibration: .all,
            priors: .guessed
        )
        configuration.tuning.viewDensity = viewDensity
        let filter = SlidingWindowFilter(configuration: configuration)
        let sigma = InertialSigma(tilt: 0.02, velocity: 0.1, gyroscopeBias: 0.01, accelerometerBias: 0.1)
        filter.start(InertialPropagatorTests.start(), at: 0, sigma: sigma)
        _ = filter.addClone(angularVelocity: Vector3(0.4, -0.5, 0.6))
        let step = InertialReading(angularVelocity: Vector3(0.4, -0.5, 0.6), specificForce: Vector3(0.5, 0.1, 9.7))
        let samples = InertialBuffer()
        for i in 0...100 { samples.append(step, at: Double(i) * 0.005) }
        filter.propagate(to: 0.3, through: samples)
        _ = filter.addClone(angularVelocity: Vector3(0.4, -0.5, 0.6))
        filter.landmarks.insert(LandmarkState(anchor: 0, parameters: Vector3(0.1, -0.2, 0.4)), track: 0, at: 2)
        return filter
    }

    static func predicted(_ filter: SlidingWindowFilter, pixel: Vector2) -> Vector2 {
        let cameras = WindowCameras()
        cameras.update(from: filter)
        let jacobian = jacobian(filter, pixel, cameras)
        return pixel - (jacobian?.residual ?? .zero)
    }

    static func jacobian(_ filter: SlidingWindowFilter, _ pixel: Vector2, _ cameras: WindowCameras) -> PixelJacobian? {
        PixelJacobian(
            filter.landmarks[2].parameters,
            anchor: 0,
            clone: 1,
            pixel: pixel,
            cameras: cameras,
            lens: filter.calibration.camera
        )
    }

    @Test("they agree with numeric differences over the whole state, sparse and dense")
    func numeric() throws {
        let filter = Self.filter()
        let cameras = WindowCameras()
        cameras.update(from: filter)
        let pixel = Vector2(300, 100)
        let jacobian = try #require(Self.jacobian(filter, pixel, cameras))
        let sparse = SparseRows()
        jacobian.write(to: sparse, anchor: 0, clone: 1, landmark: 2)
        let dense = MatrixBuffer(rows: 2, columns: FeatureEquations.columnCount)
        jacobian.write(to: dense.view, row: 0, anchor: 0, clone: 1, weight: 1)
        for column in 0..<StateLayout.dimension where column < 15 || column >= 16 {
            let size = column >= 23 && column < 27 ? 1e-2 : 1e-6
            var unit = [Double](repeating: 0, count: StateLayout.dimension)
            unit[column] = 1
            let analytic = Vector2(sparse.dot(0, unit), sparse.dot(1, unit))
            unit[column] = size
            let moved = Self.filter()
            moved.correct(unit)
            let back = Self.filter()
            unit[column] = -size
            back.correct(unit)
            let numeric = (Self.predicted(moved, pixel: pixel) - Self.predicted(back, pixel: pixel)) / (2 * size)
            #expect((numeric - analytic).length < 1e-4 * max(1, numeric.length), "column \(column)")
            if column >= 16, column < 110 {
                #expect((Vector2(dense.view[0, column - 16], dense.view[1, column - 16]) - analytic).length < 1e-9)
            }
        }
    }

    @Test("a clone's error is the pose's, moved by the time offset's")
    func cloneJacobian() {
        let filter = Self.filter()
        // The newest clone is the present pose: their errors differ by the time offset's part only.
        let p = filter.covariance
        let variance = p[StateLayout.timeOffset, StateLayout.timeOffset]
        let rate = filter.inertial.rotation * Vector3(0.4, -0.5, 0.6)
        for axis in 0..<3 {
            let clone = p[StateLayout.clone(1) + axis, StateLayout.clone(1) + axis]
            #expect(abs(clone - p[axis, axis] - rate[axis] * rate[axis] * variance) < 1e-12)
        }
    }

    @Test("a landmark moved to another camera has the same pixel and the same information")
    func anchorChange() throws {
        let filter = Self.filter()
        let cameras = WindowCameras()
        let updater = LandmarkUpdater(
            filter: filter,
            tracks: FeatureTracks(),
            cameras: cameras,
            update: KalmanUpdate()
        )
        for k in 0..<3 { filter.covariance.setVariance(StateLayout.landmark(2) + k, 0.01) }
        cameras.update(from: filter)
        func spread() throws -> (Vector2, Double) {
            let jacobian = try #require(
                PixelJacobian(
                    filter.landmarks[2].parameters,
                    anchor: filter.landmarks[2].anchor,
                    clone: 1,
                    pixel: Vector2(300, 240),
                    cameras: cameras,
                    lens: filter.calibration.camera
                )
            )
            let rows = SparseRows()
            jacobian.write(to: rows, anchor: filter.landmarks[2].anchor, clone: 1, landmark: 2)
            let product = MatrixBuffer(rows: 1, columns: StateLayout.dimension)
            rows.multiply(0, filter.covariance.matrix, into: product.view.base)
            return (jacobian.residual, rows.dot(0, product.view.base))
        }
        let before = try spread()
        updater.changeAnchor(from: 0, to: 1)
        #expect(filter.landmarks[2].anchor == 1)
        let after = try spread()
        #expect((before.0 - after.0).length < 1e-9)
        #expect(abs(before.1 - after.1) < 1e-6 * before.1)
    }
}
