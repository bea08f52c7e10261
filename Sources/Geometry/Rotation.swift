/// A rotation in space, stored as a unit quaternion (Hamilton convention).
///
/// Source of the exponential, the logarithm and their Jacobians: J. Solà, J. Deray, D. Atchuthan, "A micro Lie theory
/// for state estimation in robotics", 2018, arXiv:1812.01537, appendix B.
public struct Rotation: Equatable, Sendable {
    /// The vector part of the quaternion, x, y, z.
    public private(set) var imaginary: Vector3
    /// The scalar part of the quaternion, w.
    public private(set) var real: Double

    /// The identity.
    public static let identity = Rotation(unchecked: .zero, 1)

    private init(unchecked imaginary: Vector3, _ real: Double) {
        self.imaginary = imaginary
        self.real = real
    }

    /// A rotation from a quaternion of any length; a zero or non-finite one gives the identity.
    ///
    /// One of length 1 up to rounding is stored bit for bit, so that saving and loading do not change it.
    public init(x: Double, y: Double, z: Double, w: Double) {
        let length = (x * x + y * y + z * z + w * w).squareRoot()
        if abs(length - 1) < 1e-14 {
            self.init(unchecked: Vector3(x, y, z), w)
        } else if length.isFinite, length > 0 {
            self.init(unchecked: Vector3(x, y, z) / length, w / length)
        } else {
            self = .identity
        }
    }

    /// The rotation by a rotation vector: axis times angle, radians.
    public init(exp vector: Vector3) {
        let angleSquared = dot(vector, vector)
        if angleSquared < 1e-12 {
            // Second order; the next term is below 1e-14.
            self.init(x: vector.x / 2, y: vector.y / 2, z: vector.z / 2, w: 1 - angleSquared / 8)
        } else {
            let angle = angleSquared.squareRoot()
            self.init(unchecked: vector * (.sine(of: angle / 2) / angle), .cosine(of: angle / 2))
        }
    }

    /// The rotation by an angle in radians about an axis, which need not be of length 1.
    public init(angle: Double, axis: Vector3) {
        self.init(exp: axis.normalized * angle)
    }

    /// The rotation of a rotation matrix (Shepperd's method: the largest of four divisors).
    public init(matrix m: Matrix3) {
        let trace = m.trace
        if trace > m[0, 0], trace > m[1, 1], trace > m[2, 2] {
            self.init(x: m[2, 1] - m[1, 2], y: m[0, 2] - m[2, 0], z: m[1, 0] - m[0, 1], w: 1 + trace)
        } else if m[0, 0] >= m[1, 1], m[0, 0] >= m[2, 2] {
            self.init(x: 1 + 2 * m[0, 0] - trace, y: m[0, 1] + m[1, 0], z: m[0, 2] + m[2, 0], w: m[2, 1] - m[1, 2])
        } else if m[1, 1] >= m[2, 2] {
            self.init(x: m[0, 1] + m[1, 0], y: 1 + 2 * m[1, 1] - trace, z: m[1, 2] + m[2, 1], w: m[0, 2] - m[2, 0])
        } else {
            self.init(x: m[0, 2] + m[2, 0], y: m[1, 2] + m[2, 1], z: 1 + 2 * m[2, 2] - trace, w: m[1, 0] - m[0, 1])
        }
    }

    /// The shortest rotation that turns one direction into another.
    public init(from a: Vector3, to b: Vector3) {
        let from = a.normalized
        let to = b.normalized
        let cosine = dot(from, to)
        if cosine < -1 + 1e-12 {
            self.init(angle: .pi, axis: from.anyPerpendicular)
        } else {
            let axis = cross(from, to)
            self.init(x: axis.x, y: axis.y, z: axis.z, w: 1 + cosine)
        }
    }

    /// The rotation vector, axis times angle, with the angle in 0…π.
    public var log: Vector3 {
        let sine = imaginary.length
        guard sine > 1e-9 else { return imaginary * (2 / real) }
        let sign: Double = real < 0 ? -1 : 1
        return imaginary * (2 * sign * Double.arcTangent(y: sine, x: abs(real)) / sine)
    }

    /// The angle in 0…π, radians.
    public var angle: Double { log.length }

    /// The inverse.
    public var inverse: Rotation { Rotation(unchecked: -imaginary, real) }

    /// The rotation as a matrix.
    public var matrix: Matrix3 {
        Matrix3(columns: self * Vector3(1, 0, 0), self * Vector3(0, 1, 0), self * Vector3(0, 0, 1))
    }

    /// The same rotation with the quaternion normalised; call after long chains of products.
    public var normalized: Rotation { Rotation(x: imaginary.x, y: imaginary.y, z: imaginary.z, w: real) }

    /// The rotation `b` followed by `a`.
    public static func * (a: Rotation, b: Rotation) -> Rotation {
        Rotation(
            unchecked: b.imaginary * a.real + a.imaginary * b.real + cross(a.imaginary, b.imaginary),
            a.real * b.real - dot(a.imaginary, b.imaginary)
        )
    }

    /// Rotates a vector.
    public static func * (q: Rotation, v: Vector3) -> Vector3 {
        let t = cross(q.imaginary, v) * 2
        return v + t * q.real + cross(q.imaginary, t)
    }

    /// Interpolates to another rotation along the shortest arc; `fraction` 0 gives this one, 1 the other.
    public func interpolated(to other: Rotation, fraction: Double) -> Rotation {
        self * Rotation(exp: (inverse * other).log * fraction)
    }
}

extension Rotation {
    /// The part of the rotation about the vertical, +Y; the remaining swing has no such part.
    public var aboutVertical: Rotation {
        Rotation(x: 0, y: imaginary.y, z: 0, w: real)
    }
}

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
