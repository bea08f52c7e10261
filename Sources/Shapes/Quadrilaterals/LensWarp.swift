import Geometry

/// The way from a picture's pixels to coordinates in which the sides of a rectangle are straight, and back.
enum LensWarp {
    /// Lines are straight as they are.
    case none
    /// One coefficient about a centre: straight = centre + (pixel − centre) / (1 + λ r²).
    ///
    /// A. Fitzgibbon, "Simultaneous linear estimation of multiple view geometry and lens distortion", 2001.
    case division(centre: SIMD2<Float>, lambda: Float)
    /// A calibrated lens, in pixels of the working picture.
    case camera(CameraModel)

    /// A pixel, moved to where an ideal pinhole would show it.
    func straight(_ pixel: SIMD2<Float>) -> SIMD2<Float> {
        switch self {
        case .none: return pixel
        case .division(let centre, let lambda):
            let offset = pixel - centre
            return centre + offset / (1 + lambda * (offset * offset).sum())
        case .camera(let camera):
            let point = camera.normalized(ofPixel: Vector2(Double(pixel.x), Double(pixel.y)))
            let ideal = point * camera.focalLengthPixels + camera.principalPointPixels
            return SIMD2(Float(ideal.x), Float(ideal.y))
        }
    }

    /// The inverse of `straight`.
    func bent(_ point: SIMD2<Float>) -> SIMD2<Float> {
        switch self {
        case .none: return point
        case .division(let centre, let lambda):
            let offset = point - centre
            let square = (offset * offset).sum()
            let root = max(0, 1 - 4 * lambda * square).squareRoot()
            return centre + offset * (2 / (1 + root))
        case .camera(let camera):
            let ideal =
                (Vector2(Double(point.x), Double(point.y)) - camera.principalPointPixels) / camera.focalLengthPixels
            let pixel = camera.pixel(ofNormalized: ideal)
            return SIMD2(Float(pixel.x), Float(pixel.y))
        }
    }

    /// The same for a picture scaled by a factor.
    func scaled(by factor: Float) -> LensWarp {
        switch self {
        case .none: .none
        case .division(let centre, let lambda): .division(centre: centre * factor, lambda: lambda / (factor * factor))
        case .camera(let camera): .camera(camera.scaled(by: Double(factor)))
        }
    }

    var isStraight: Bool {
        if case .none = self { true } else { false }
    }
}
