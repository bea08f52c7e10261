import RealModule

/// A position in a floor plan with its covariance.
public struct PositionEstimate: Hashable, Sendable {
    /// The position, m.
    public var position: SIMD2<Double>
    /// The variance along x, along y, and their covariance, m².
    public var covariance: (xx: Double, yy: Double, xy: Double) {
        get { (variances.x, variances.y, variances.z) }
        set { variances = SIMD3(newValue.xx, newValue.yy, newValue.xy) }
    }
    private var variances: SIMD3<Double>
    /// The floor of whose plan the position is; `nil` as long as only one plan has been looked at.
    public var floor: FloorEstimate?

    /// Creates an estimate.
    public init(position: SIMD2<Double>, covariance: (xx: Double, yy: Double, xy: Double)) {
        self.position = position
        variances = SIMD3(covariance.xx, covariance.yy, covariance.xy)
    }

    /// The one-sigma ellipse; it holds the true position in 39 % of cases, and the ellipse of twice its size in 86 %.
    public var ellipse: ErrorEllipse {
        let (xx, yy, xy) = covariance
        let middle = (xx + yy) / 2
        let swing = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
        return ErrorEllipse(
            semiMajor: Swift.max(middle + swing, 0).squareRoot(),
            semiMinor: Swift.max(middle - swing, 0).squareRoot(),
            angle: Double.atan2(y: 2 * xy, x: xx - yy) / 2
        )
    }

    /// The squared Mahalanobis distance of a point from the position.
    public func squaredSigmas(of point: SIMD2<Double>) -> Double {
        let (xx, yy, xy) = covariance
        let offset = point - position
        let determinant = xx * yy - xy * xy
        guard determinant > 0 else { return .infinity }
        let square = yy * offset.x * offset.x - 2 * xy * offset.x * offset.y + xx * offset.y * offset.y
        return square / determinant
    }
}
