import Geometry

/// Where a turn of the camera moves a picture's points, and how it turns and stretches what is around them.
struct MotionPredictor {
    let camera: CameraModel
    /// Rotation of the optical frame from the first picture to the second.
    let secondFromFirst: Rotation

    /// A point's place in the second picture, were it infinitely far.
    struct Prediction {
        /// Where it is seen, pixels.
        var pixel: SIMD2<Float>
        /// Where offsets around it come from, first from second: the two columns; nil where the picture is hardly turned.
        var warp: (SIMD2<Float>, SIMD2<Float>)?
    }

    /// How much of a pixel per pixel a turn may bend before it is followed with its warp.
    private static let bendWorthWarping = 0.04

    /// Predicts one point; nil where it leaves the field of view.
    func predict(_ pixel: SIMD2<Float>) -> Prediction? {
        let normalized = camera.normalized(ofPixel: Vector2(Double(pixel.x), Double(pixel.y)))
        let turned = secondFromFirst * Vector3(normalized.x, normalized.y, 1)
        guard let place = camera.pixel(of: turned), place.isFinite else { return nil }
        return Prediction(
            pixel: SIMD2(Float(place.x), Float(place.y)),
            warp: warp(normalized, turned)
        )
    }

    private func warp(_ normalized: Vector2, _ turned: Vector3) -> (SIMD2<Float>, SIMD2<Float>)? {
        let first = camera.jacobianToNormalized(normalized)
        // Moving on the first unit plane moves the turned point by two columns of the rotation.
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
        guard size > Self.bendWorthWarping, size < 0.8 else { return nil }
        return (
            SIMD2(Float(back.column0.x), Float(back.column0.y)), SIMD2(Float(back.column1.x), Float(back.column1.y))
        )
    }
}
