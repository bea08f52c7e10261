import Geometry

/// The map from an image's pixels to coordinates in which the sides of a rectangle are straight, and its inverse.
enum LensWarp {
    /// No distortion.
    case none
    /// One coefficient about a centre: straight = centre + (pixel − centre) / (1 + λ r²).
    ///
    /// A. Fitzgibbon, "Simultaneous linear estimation of multiple view geometry and lens distortion", 2001.
    case division(centre: SIMD2<Float>, lambda: Float)
    /// A calibrated lens, in pixels of the working image.
    case camera(CameraModel)

    /// The undistorted position of a pixel, as an ideal pinhole would show it.
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

    /// The same for a scaled image.
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

extension LensWarp {
    /// The distortion on which most of an image's long edges agree, or none if they do not agree or hardly bend.
    static func estimate(from bends: [EdgeBend], width: Int, height: Int) -> LensWarp {
        guard bends.count >= 6 else { return .none }
        let sorted = bends.sorted(byKey: { Double($0.lambda) })
        var total: Float = 0
        for bend in sorted { total += bend.weight }
        var sum: Float = 0
        var median: Float = 0
        for bend in sorted {
            sum += bend.weight
            if sum >= total / 2 {
                median = bend.lambda
                break
            }
        }
        let corner = Float(width * width + height * height) / 4
        guard median < 0, median * corner < -0.04, median * corner > -0.6 else { return .none }
        var agreeing: Float = 0
        for bend in sorted where abs(bend.lambda - median) < 0.35 * abs(median) { agreeing += bend.weight }
        guard agreeing > 0.5 * total else { return .none }
        return .division(centre: SIMD2(Float(width), Float(height)) / 2, lambda: median)
    }
}
