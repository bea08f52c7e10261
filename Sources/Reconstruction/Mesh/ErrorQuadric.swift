import Geometry

/// The sum of squared distances to planes, each weighted, as a function of a point.
struct ErrorQuadric {
    /// The second moments of the normals: xx, xy, xz, yy, yz, zz.
    private var xx = 0.0
    private var xy = 0.0
    private var xz = 0.0
    private var yy = 0.0
    private var yz = 0.0
    private var zz = 0.0
    private var linear = Vector3.zero
    private var constant = 0.0
    /// The sum of the weights.
    private(set) var weight = 0.0

    /// No planes.
    init() {}

    /// One plane with a unit normal.
    init(normal n: Vector3, through point: Vector3, weight: Double) {
        let offset = -dot(n, point)
        xx = n.x * n.x * weight
        xy = n.x * n.y * weight
        xz = n.x * n.z * weight
        yy = n.y * n.y * weight
        yz = n.y * n.z * weight
        zz = n.z * n.z * weight
        linear = n * (offset * weight)
        constant = offset * offset * weight
        self.weight = weight
    }

    static func += (a: inout ErrorQuadric, b: ErrorQuadric) {
        a.xx += b.xx
        a.xy += b.xy
        a.xz += b.xz
        a.yy += b.yy
        a.yz += b.yz
        a.zz += b.zz
        a.linear += b.linear
        a.constant += b.constant
        a.weight += b.weight
    }

    private var moments: Matrix3 { Matrix3(rows: Vector3(xx, xy, xz), Vector3(xy, yy, yz), Vector3(xz, yz, zz)) }

    /// The weighted mean of the squared distances, m².
    func error(at p: Vector3) -> Double {
        guard weight > 0 else { return 0 }
        return max(0, dot(p, moments * p) + 2 * dot(linear, p) + constant) / weight
    }

    /// The point of the least error; nil if the planes do not fix one.
    var minimum: Vector3? {
        let matrix = moments
        let scale = matrix.trace / 3
        guard matrix.determinant > 1e-3 * scale * scale * scale, let inverse = matrix.inverse else { return nil }
        return -(inverse * linear)
    }
}
