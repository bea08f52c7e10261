import Geometry

/// A projective map between two planes, which keeps lines straight.
struct Homography: Equatable, Sendable {
    var matrix: Matrix3

    /// The image of a point.
    @inline(__always)
    func callAsFunction(_ point: Vector2) -> Vector2 {
        let p = matrix * Vector3(point.x, point.y, 1)
        return Vector2(p.x / p.z, p.y / p.z)
    }

    /// The derivative of the image with respect to the point: its two columns.
    func jacobian(at point: Vector2) -> (x: Vector2, y: Vector2) {
        let p = matrix * Vector3(point.x, point.y, 1)
        let image = Vector2(p.x / p.z, p.y / p.z)
        let x = (Vector2(matrix.column0.x, matrix.column0.y) - image * matrix.column0.z) / p.z
        let y = (Vector2(matrix.column1.x, matrix.column1.y) - image * matrix.column1.z) / p.z
        return (x, y)
    }

    /// The least-squares map from at least four points to others; nil if it is not determined.
    ///
    /// Source: R. Hartley, A. Zisserman, "Multiple view geometry in computer vision", 2nd edition, 2004, section 4.1
    /// (direct linear transformation, in normalised coordinates, with the last element 1).
    static func fit(_ points: [Vector2], to images: [Vector2]) -> Homography? {
        guard points.count >= 4, points.count == images.count else { return nil }
        let (from, to) = (Similarity(centring: points), Similarity(centring: images))
        var normal = [Double](repeating: 0, count: 64)
        var side = [Double](repeating: 0, count: 8)
        for (point, image) in zip(points, images) {
            let p = from.apply(point)
            let q = to.apply(image)
            let rows = [
                ([p.x, p.y, 1, 0, 0, 0, -p.x * q.x, -p.y * q.x], q.x),
                ([0, 0, 0, p.x, p.y, 1, -p.x * q.y, -p.y * q.y], q.y),
            ]
            for (row, value) in rows {
                for i in 0..<8 {
                    side[i] += row[i] * value
                    for j in 0...i { normal[8 * i + j] += row[i] * row[j] }
                }
            }
        }
        guard let h = SmallCholesky.solution(of: normal, side) else { return nil }
        let inner = Matrix3(rows: Vector3(h[0], h[1], h[2]), Vector3(h[3], h[4], h[5]), Vector3(h[6], h[7], 1))
        guard let back = to.matrix.inverse else { return nil }
        return Homography(matrix: back * inner * from.matrix)
    }

    /// A scaling and a translation that move points' mean to the origin and their mean distance to √2.
    private struct Similarity {
        let middle: Vector2
        let factor: Double

        init(centring points: [Vector2]) {
            let middle = points.reduce(Vector2.zero, +) / Double(points.count)
            let spread = points.reduce(0) { $0 + ($1 - middle).length } / Double(points.count)
            self.middle = middle
            factor = spread > 0 ? 2.0.squareRoot() / spread : 1
        }

        func apply(_ point: Vector2) -> Vector2 { (point - middle) * factor }

        var matrix: Matrix3 {
            Matrix3(
                rows: Vector3(factor, 0, -factor * middle.x),
                Vector3(0, factor, -factor * middle.y),
                Vector3(0, 0, 1)
            )
        }
    }
}
