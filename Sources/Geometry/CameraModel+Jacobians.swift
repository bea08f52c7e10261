extension CameraModel {
    /// How a pixel moves with its point in the optical frame, 2 × 3.
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

    /// How a pixel moves with its point on the plane one unit before the camera, 2 × 2.
    public func jacobianToNormalized(_ point: Vector2) -> Matrix2 {
        let bend = jacobianOfDistortion(at: point)
        return Matrix2(columns: bend.column0 * focalLengthPixels, bend.column1 * focalLengthPixels)
    }

    /// How the pixel of a point on the plane one unit before the camera moves with the intrinsics.
    ///
    /// Two rows of eight: fx, fy, cx, cy and the four distortion coefficients (zeros where there are none).
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
