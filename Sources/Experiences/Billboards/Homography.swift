import Geometry

/// The projective map of one plane to another: x' ~ H x.
struct Homography {
    let matrix: Matrix3

    init(_ matrix: Matrix3) { self.matrix = matrix }

    /// The homography that maps four points to four others; nil if three of either are collinear.
    ///
    /// R. Hartley, A. Zisserman, "Multiple View Geometry", 2nd edition, 2004, section 2.3: through the projective
    /// basis.
    init?(from source: [Vector2], to target: [Vector2]) {
        guard let a = Self.basis(source), let b = Self.basis(target), let inverse = a.inverse else { return nil }
        matrix = b * inverse
    }

    /// The best fit to pairs, by two weighted least-squares steps with distances in the target; nil for fewer than
    /// four.
    init?(fitting pairs: [(from: Vector2, to: Vector2)], start: Homography) {
        guard pairs.count >= 4 else { return nil }
        var current = start
        let system = MatrixBuffer(rows: 8, columns: 9)
        for _ in 0..<2 {
            guard let next = Self.fit(pairs, near: current, system.view) else { return nil }
            current = next
        }
        self = current
    }

    /// Maps a point; nil for one that maps to infinity or behind.
    func callAsFunction(_ point: Vector2) -> Vector2? {
        let image = matrix * Vector3(point.x, point.y, 1)
        guard image.z * matrix[2, 2] > 1e-12 else { return nil }
        return Vector2(image.x, image.y) / image.z
    }

    private static func basis(_ points: [Vector2]) -> Matrix3? {
        let columns = points.prefix(3).map { Vector3($0.x, $0.y, 1) }
        let square = Matrix3(columns: columns[0], columns[1], columns[2])
        guard abs(square.determinant) > 1e-6, let inverse = square.inverse else { return nil }
        let weights = inverse * Vector3(points[3].x, points[3].y, 1)
        guard min(abs(weights.x), abs(weights.y), abs(weights.z)) > 1e-6 else { return nil }
        return Matrix3(columns: columns[0] * weights.x, columns[1] * weights.y, columns[2] * weights.z)
    }

    /// Least squares for the eight numbers besides the last one, each pair weighted by its distance along the last row.
    private static func fit(
        _ pairs: [(from: Vector2, to: Vector2)],
        near current: Homography,
        _ system: MatrixView
    ) -> Homography? {
        system.clear()
        let scale = current.matrix[2, 2]
        guard abs(scale) > 1e-12 else { return nil }
        for (from, to) in pairs {
            let depth = (current.matrix * Vector3(from.x, from.y, 1)).z / scale
            guard depth > 1e-9 else { continue }
            let (x, y, w) = (from.x, from.y, 1 / depth)
            add([x * w, y * w, w, 0, 0, 0, -to.x * x * w, -to.x * y * w, to.x * w], to: system)
            add([0, 0, 0, x * w, y * w, w, -to.y * x * w, -to.y * y * w, to.y * w], to: system)
        }
        guard system.factorCholesky() == 0 else { return nil }
        var h = (0..<8).map { system.row($0)[8] }
        h.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress {
                system.block(row: 0, column: 0, rows: 8, columns: 8).solveUpperTriangle(base)
            }
        }
        guard h.allSatisfy({ $0.isFinite }) else { return nil }
        return Homography(
            Matrix3(rows: Vector3(h[0], h[1], h[2]), Vector3(h[3], h[4], h[5]), Vector3(h[6], h[7], 1))
        )
    }

    /// Adds a row's products to the normal equations.
    private static func add(_ row: [Double], to system: MatrixView) {
        for i in 0..<8 {
            let target = system.row(i)
            for j in i..<9 { target[j] += row[i] * row[j] }
        }
    }
}
