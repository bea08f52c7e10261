import Geometry

/// Predicts from the camera's rotation where points move, and how their surroundings rotate and stretch.
struct MotionPredictor {
    struct Tuning: Equatable, Sendable {
        /// The distortion of a patch by a rotation from which tracking uses its warp.
        ///
        /// Unit: 1. Range: 0.01…0.1. Origin: by hand: time for each image.
        let minimumWarp = 0.04
        /// The distortion above which a warp is not used.
        ///
        /// Unit: 1. Range: 0.5…1. Origin: by hand.
        let maximumWarp = 0.8
    }

    static let tuning = Tuning()

    let camera: CameraModel
    /// Rotation of the optical frame from the first image to the second.
    let secondFromFirst: Rotation

    /// A point's position in the second image if it is infinitely far away.
    struct Prediction {
        /// The predicted position, pixels.
        let pixel: SIMD2<Float>
        /// The map of offsets around it from the second image to the first: two columns; nil if the rotation is small.
        let warp: (SIMD2<Float>, SIMD2<Float>)?
    }

    /// Predicts one point; nil if it leaves the field of view.
    func predict(_ pixel: SIMD2<Float>) -> Prediction? {
        let normalized = camera.normalized(ofPixel: Vector2(Double(pixel.x), Double(pixel.y)))
        let turned = secondFromFirst * Vector3(normalized.x, normalized.y, 1)
        guard let predicted = camera.pixel(of: turned), predicted.isFinite else { return nil }
        return Prediction(
            pixel: SIMD2(Float(predicted.x), Float(predicted.y)),
            warp: warp(normalized, turned)
        )
    }

    private func warp(_ normalized: Vector2, _ turned: Vector3) -> (SIMD2<Float>, SIMD2<Float>)? {
        let first = camera.jacobianToNormalized(normalized)
        // A displacement on the first unit plane displaces the rotated point by two columns of the rotation.
        let toPoint = camera.jacobianToPoint(turned)
        let x = toPoint * (secondFromFirst * Vector3(1, 0, 0))
        let y = toPoint * (secondFromFirst * Vector3(0, 1, 0))
        guard let inverse = Matrix2(columns: x, y).inverse else { return nil }
        let back = first * inverse
        let size = Swift.max(
            abs(back.column0.x - 1),
            abs(back.column0.y),
            abs(back.column1.x),
            abs(back.column1.y - 1)
        )
        guard size > Self.tuning.minimumWarp, size < Self.tuning.maximumWarp else { return nil }
        return (
            SIMD2(Float(back.column0.x), Float(back.column0.y)), SIMD2(Float(back.column1.x), Float(back.column1.y))
        )
    }
}
