import Geometry

/// A 4 × 4 matrix by columns, to clip space as OpenGL has it.
struct ClipMatrix: Equatable {
    var columns: (Vector4, Vector4, Vector4, Vector4)

    static func == (a: Self, b: Self) -> Bool { a.columns == b.columns }

    /// A matrix of its rows.
    init(rows r0: Vector4, _ r1: Vector4, _ r2: Vector4, _ r3: Vector4) {
        columns = (
            Vector4(r0.x, r1.x, r2.x, r3.x), Vector4(r0.y, r1.y, r2.y, r3.y), Vector4(r0.z, r1.z, r2.z, r3.z),
            Vector4(r0.w, r1.w, r2.w, r3.w)
        )
    }

    /// A rigid transform as a matrix.
    init<Destination: Space, Source: Space>(_ transform: RigidTransform<Destination, Source>) {
        let m = transform.rotation.matrix
        let t = transform.translation
        self.init(
            rows: Vector4(m.row0, t.x),
            Vector4(m.row1, t.y),
            Vector4(m.row2, t.z),
            Vector4(0, 0, 0, 1)
        )
    }

    static func * (m: Self, v: Vector4) -> Vector4 {
        let c = m.columns
        return c.0 * v.x + c.1 * v.y + c.2 * v.z + c.3 * v.w
    }

    static func * (a: Self, b: Self) -> Self {
        var product = a
        let c = b.columns
        product.columns = (a * c.0, a * c.1, a * c.2, a * c.3)
        return product
    }

    /// The columns in single precision.
    var floats: [SIMD4<Float>] {
        [SIMD4(columns.0), SIMD4(columns.1), SIMD4(columns.2), SIMD4(columns.3)]
    }
}
