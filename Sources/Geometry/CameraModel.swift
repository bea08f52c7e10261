/// A camera's lens: the projection of a point in the optical frame to a pixel, and its inverse.
///
/// Sources: D. Brown, "Close-range camera calibration", 1971; J. Kannala, S. Brandt, "A generic camera model and
/// calibration method", 2006. Pixels have their origin at the top left corner, the first pixel's centre at (0.5, 0.5).
public struct CameraModel: Equatable, Sendable {
    /// Width of the image in pixels.
    public var width: Int
    /// Height of the image in pixels.
    public var height: Int
    /// The focal lengths in x and y, pixels.
    public var focalLengthPixels: Vector2
    /// The intersection of the optical axis with the image, pixels.
    public var principalPointPixels: Vector2
    /// The distortion of the lens.
    public var distortion: Distortion

    /// Creates a camera from its intrinsic parameters.
    public init(
        width: Int,
        height: Int,
        focalLengthPixels: Vector2,
        principalPointPixels: Vector2,
        distortion: Distortion = .none
    ) {
        self.width = width
        self.height = height
        self.focalLengthPixels = focalLengthPixels
        self.principalPointPixels = principalPointPixels
        self.distortion = distortion
    }

    /// The size of the image, pixels.
    public var sizePixels: Vector2 { Vector2(Double(width), Double(height)) }

    /// Whether a pixel lies in the image.
    public func contains(_ pixel: Vector2) -> Bool {
        pixel.x >= 0 && pixel.y >= 0 && pixel.x < Double(width) && pixel.y < Double(height)
    }

    /// The pixel of a point in the optical frame; nil if the point is not in front of the camera.
    public func pixel(of pointInOptical: Vector3) -> Vector2? {
        guard pointInOptical.z > 1e-6 else { return nil }
        return pixel(ofNormalized: Vector2(pointInOptical.x, pointInOptical.y) / pointInOptical.z)
    }

    /// The pixel of a point on the plane z = 1, (x/z, y/z).
    public func pixel(ofNormalized point: Vector2) -> Vector2 {
        distorted(point) * focalLengthPixels + principalPointPixels
    }

    /// The point on the plane z = 1 that a pixel shows, (x/z, y/z).
    public func normalized(ofPixel pixel: Vector2) -> Vector2 {
        undistorted((pixel - principalPointPixels) / focalLengthPixels)
    }

    /// The direction of a pixel in the optical frame, of length 1.
    public func direction(ofPixel pixel: Vector2) -> Vector3 {
        let point = normalized(ofPixel: pixel)
        return Vector3(point.x, point.y, 1).normalized
    }

    /// The same lens for an image scaled by a factor.
    public func scaled(by factor: Double) -> CameraModel {
        CameraModel(
            width: Int((Double(width) * factor).rounded()),
            height: Int((Double(height) * factor).rounded()),
            focalLengthPixels: focalLengthPixels * factor,
            principalPointPixels: principalPointPixels * factor,
            distortion: distortion
        )
    }
}

extension CameraModel {
    /// The distorted position of a point on the plane z = 1.
    func distorted(_ point: Vector2) -> Vector2 {
        switch distortion {
        case .none:
            return point
        case .radialTangential(let k1, let k2, let p1, let p2):
            let r2 = dot(point, point)
            let xy = point.x * point.y
            let radial = 1 + r2 * (k1 + r2 * k2)
            return Vector2(
                point.x * radial + 2 * p1 * xy + p2 * (r2 + 2 * point.x * point.x),
                point.y * radial + p1 * (r2 + 2 * point.y * point.y) + 2 * p2 * xy
            )
        case .equidistant(let k1, let k2, let k3, let k4):
            let r = point.length
            guard r > 1e-9 else { return point }
            let theta = Double.arcTangent(of: r)
            let t2 = theta * theta
            return point * (theta * (1 + t2 * (k1 + t2 * (k2 + t2 * (k3 + t2 * k4)))) / r)
        }
    }

    /// The inverse of `distorted`, by Newton's method on two unknowns; converges to 1e-12 or stops after ten rounds.
    func undistorted(_ target: Vector2) -> Vector2 {
        if case .none = distortion { return target }
        var point = startOfUndistortion(target)
        for _ in 0..<10 {
            let error = target - distorted(point)
            guard let inverse = jacobianOfDistortion(at: point).inverse else { break }
            let step = inverse * error
            point += step
            if dot(step, step) < 1e-24 { break }
        }
        return point
    }

    private func startOfUndistortion(_ target: Vector2) -> Vector2 {
        guard case .equidistant = distortion else { return target }
        let theta = target.length
        guard theta > 1e-9 else { return target }
        return target * (Double.tangent(of: min(theta, 1.5)) / theta)
    }

    /// The derivative of the distorted point with respect to the ideal one, 2 × 2.
    func jacobianOfDistortion(at point: Vector2) -> Matrix2 {
        let x = point.x
        let y = point.y
        switch distortion {
        case .none:
            return .identity
        case .radialTangential(let k1, let k2, let p1, let p2):
            let r2 = dot(point, point)
            let radial = 1 + r2 * (k1 + r2 * k2)
            let slope = 2 * k1 + 4 * k2 * r2
            let mixed = x * y * slope + 2 * p1 * x + 2 * p2 * y
            return Matrix2(
                rows: Vector2(radial + x * x * slope + 2 * p1 * y + 6 * p2 * x, mixed),
                Vector2(mixed, radial + y * y * slope + 6 * p1 * y + 2 * p2 * x)
            )
        case .equidistant(let k1, let k2, let k3, let k4):
            let r = point.length
            guard r > 1e-9 else { return .identity }
            let theta = Double.arcTangent(of: r)
            let t2 = theta * theta
            let distance = theta * (1 + t2 * (k1 + t2 * (k2 + t2 * (k3 + t2 * k4))))
            let slope = (1 + t2 * (3 * k1 + t2 * (5 * k2 + t2 * (7 * k3 + t2 * 9 * k4)))) / (1 + r * r)
            let scale = distance / r
            let radial = (slope - scale) / (r * r)
            return Matrix2(
                rows: Vector2(scale + radial * x * x, radial * x * y),
                Vector2(radial * x * y, scale + radial * y * y)
            )
        }
    }
}

extension CameraModel {
    /// The derivative of a pixel with respect to its point in the optical frame, 2 × 3.
    public func jacobianToPoint(_ pointInOptical: Vector3) -> Matrix2x3 {
        let inverseDepth = 1 / pointInOptical.z
        let point = Vector2(pointInOptical.x, pointInOptical.y) * inverseDepth
        let bend = jacobianToNormalized(point)
        let perspective = Matrix2x3(
            rows: Vector3(inverseDepth, 0, -point.x * inverseDepth),
            Vector3(0, inverseDepth, -point.y * inverseDepth)
        )
        return bend * perspective
    }

    /// The derivative of a pixel with respect to its point on the plane z = 1, 2 × 2.
    public func jacobianToNormalized(_ point: Vector2) -> Matrix2 {
        let bend = jacobianOfDistortion(at: point)
        return Matrix2(columns: bend.column0 * focalLengthPixels, bend.column1 * focalLengthPixels)
    }

    /// The derivative of a pixel with respect to the intrinsics, for a point on the plane z = 1.
    ///
    /// Two rows of eight: fx, fy, cx, cy and the four distortion coefficients (zeros if there are none).
    public func jacobianToIntrinsics(_ point: Vector2) -> (x: SIMD8<Double>, y: SIMD8<Double>) {
        let ideal = distorted(point)
        let (bendX, bendY) = jacobianToCoefficients(point)
        let fx = focalLengthPixels.x
        let fy = focalLengthPixels.y
        return (
            SIMD8(ideal.x, 0, 1, 0, bendX.x * fx, bendX.y * fx, bendX.z * fx, bendX.w * fx),
            SIMD8(0, ideal.y, 0, 1, bendY.x * fy, bendY.y * fy, bendY.z * fy, bendY.w * fy)
        )
    }

    private func jacobianToCoefficients(_ point: Vector2) -> (x: Vector4, y: Vector4) {
        let r2 = dot(point, point)
        switch distortion {
        case .none:
            return (.zero, .zero)
        case .radialTangential:
            let xy = 2 * point.x * point.y
            return (
                Vector4(point.x * r2, point.x * r2 * r2, xy, r2 + 2 * point.x * point.x),
                Vector4(point.y * r2, point.y * r2 * r2, r2 + 2 * point.y * point.y, xy)
            )
        case .equidistant:
            let r = r2.squareRoot()
            guard r > 1e-9 else { return (.zero, .zero) }
            let theta = Double.arcTangent(of: r)
            let t2 = theta * theta
            let powers = Vector4(1, t2, t2 * t2, t2 * t2 * t2) * (theta * t2 / r)
            return (powers * point.x, powers * point.y)
        }
    }
}
