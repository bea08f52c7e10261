/// Two components, x and y.
public typealias Vector2 = SIMD2<Double>
/// Three components, x, y and z.
public typealias Vector3 = SIMD3<Double>
/// Four components, x, y, z and w.
public typealias Vector4 = SIMD4<Double>

/// The inner product.
@inlinable
public func dot(_ a: Vector2, _ b: Vector2) -> Double { a.x * b.x + a.y * b.y }

/// The inner product.
@inlinable
public func dot(_ a: Vector3, _ b: Vector3) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }

/// The z component of the cross product of two vectors in a plane: twice the signed area they span.
@inlinable
public func cross(_ a: Vector2, _ b: Vector2) -> Double { a.x * b.y - a.y * b.x }

/// The cross product, right-handed.
@inlinable
public func cross(_ a: Vector3, _ b: Vector3) -> Vector3 {
    Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

extension SIMD2<Double> {
    /// The Euclidean length.
    @inlinable public var length: Double { dot(self, self).squareRoot() }
    /// The same direction with length 1, NaN for a zero vector.
    @inlinable public var normalized: Vector2 { self / length }
    /// Whether no component is NaN or infinite.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
}

extension SIMD3<Double> {
    /// The Euclidean length.
    @inlinable public var length: Double { dot(self, self).squareRoot() }
    /// The same direction with length 1, NaN for a zero vector.
    @inlinable public var normalized: Vector3 { self / length }
    /// Whether no component is NaN or infinite.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// Some unit vector at a right angle to this one.
    public var anyPerpendicular: Vector3 {
        let axis: Vector3
        if abs(x) <= abs(y), abs(x) <= abs(z) {
            axis = Vector3(1, 0, 0)
        } else {
            axis = abs(y) <= abs(z) ? Vector3(0, 1, 0) : Vector3(0, 0, 1)
        }
        return cross(self, axis).normalized
    }
}
