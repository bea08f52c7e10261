extension Rotation {
    /// The right Jacobian of the exponential: exp(v + d) ≈ exp(v) · exp(J d) (Solà 2018, equation 143).
    public static func rightJacobian(_ vector: Vector3) -> Matrix3 {
        let angleSquared = dot(vector, vector)
        let skew = Matrix3(crossProductWith: vector)
        guard angleSquared > 1e-10 else { return .identity - skew * 0.5 + skew * skew * (1.0 / 6) }
        let angle = angleSquared.squareRoot()
        return .identity - skew * ((1 - .cosine(of: angle)) / angleSquared)
            + skew * skew * ((angle - .sine(of: angle)) / (angleSquared * angle))
    }

    /// The inverse of the right Jacobian: log(exp(v) · exp(d)) ≈ v + J⁻¹ d (Solà 2018, equation 144).
    public static func inverseRightJacobian(_ vector: Vector3) -> Matrix3 {
        let angleSquared = dot(vector, vector)
        let skew = Matrix3(crossProductWith: vector)
        guard angleSquared > 1e-10 else { return .identity + skew * 0.5 + skew * skew * (1.0 / 12) }
        let angle = angleSquared.squareRoot()
        let factor = 1 / angleSquared - (1 + .cosine(of: angle)) / (2 * angle * .sine(of: angle))
        return .identity + skew * 0.5 + skew * skew * factor
    }

    /// The left Jacobian of the exponential: exp(v + d) ≈ exp(J d) · exp(v) (Solà 2018, equation 145).
    public static func leftJacobian(_ vector: Vector3) -> Matrix3 { rightJacobian(-vector) }
}
