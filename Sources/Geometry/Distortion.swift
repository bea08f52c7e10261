/// The deviation of a lens from the ideal pinhole.
public enum Distortion: Equatable, Sendable {
    /// An ideal pinhole.
    case none
    /// Brown–Conrady: two radial and two tangential coefficients, as OpenCV's first four.
    case radialTangential(k1: Double, k2: Double, p1: Double, p2: Double)
    /// Kannala–Brandt: four coefficients of odd powers of the angle, as OpenCV's fisheye.
    case equidistant(k1: Double, k2: Double, k3: Double, k4: Double)

    /// The coefficients in their usual order; zeros if there are none.
    public var coefficients: Vector4 {
        switch self {
        case .none: .zero
        case .radialTangential(let k1, let k2, let p1, let p2): Vector4(k1, k2, p1, p2)
        case .equidistant(let k1, let k2, let k3, let k4): Vector4(k1, k2, k3, k4)
        }
    }

    /// The same kind with other coefficients; `none` stays none.
    public func with(coefficients c: Vector4) -> Distortion {
        switch self {
        case .none: .none
        case .radialTangential: .radialTangential(k1: c.x, k2: c.y, p1: c.z, p2: c.w)
        case .equidistant: .equidistant(k1: c.x, k2: c.y, k3: c.z, k4: c.w)
        }
    }
}
