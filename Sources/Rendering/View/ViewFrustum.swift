import Geometry

/// The part of the world that the view shows.
struct ViewFrustum {
    private let planes: [Vector4]

    init(_ clipFromWorld: ClipMatrix) {
        let c = clipFromWorld.columns
        let rows = (0..<4).map { Vector4(c.0[$0], c.1[$0], c.2[$0], c.3[$0]) }
        planes = [rows[3] + rows[0], rows[3] - rows[0], rows[3] + rows[1], rows[3] - rows[1], rows[3] + rows[2]]
            .map { $0 / Vector3($0.x, $0.y, $0.z).length }
    }

    /// Whether any of a sphere may be seen.
    func meetsSphere(center: Vector3, radius: Double) -> Bool {
        planes.allSatisfy { $0.x * center.x + $0.y * center.y + $0.z * center.z + $0.w > -radius }
    }
}
