import Geometry

/// Where a ray meets the triangles of a mesh anchor; the browser's `depth/mesh-hit.js` computes the same.
package struct MeshCrossing: Equatable, Sendable {
    /// From the ray's origin, metres.
    package let distance: Double
    /// The triangle's unit normal, towards its free side.
    package let normal: Vector3
    /// How well the surface is known along the normal there, one standard deviation, metres.
    package let sigma: Double

    /// Whether the ray comes from the triangle's free side.
    func isFromFreeSide(_ direction: Vector3) -> Bool { dot(normal, direction) < 0 }
}

extension MeshAnchor {
    /// The first triangle that a ray of the mesh's world meets, from either side; nil if it meets none.
    ///
    /// Source: T. Möller, B. Trumbore, "Fast, minimum storage ray/triangle intersection", 1997.
    func crossing(along ray: Ray) -> MeshCrossing? {
        let start = ray.origin - Vector3(origin)
        var nearest: (distance: Double, u: Double, v: Double, triangle: Int)?
        for triangle in stride(from: 0, to: indices.count, by: 3) {
            let first = vertex(triangle)
            let (edge1, edge2) = (vertex(triangle + 1) - first, vertex(triangle + 2) - first)
            let p = cross(ray.direction, edge2)
            let determinant = dot(edge1, p)
            guard abs(determinant) > 1e-12 else { continue }
            let offset = start - first
            let u = dot(offset, p) / determinant
            guard u >= 0, u <= 1 else { continue }
            let q = cross(offset, edge1)
            let v = dot(ray.direction, q) / determinant
            guard v >= 0, u + v <= 1 else { continue }
            let distance = dot(edge2, q) / determinant
            guard distance > 0, distance < nearest?.distance ?? .infinity else { continue }
            nearest = (distance, u, v, triangle)
        }
        guard let nearest else { return nil }
        let (a, b, c) = (vertex(nearest.triangle), vertex(nearest.triangle + 1), vertex(nearest.triangle + 2))
        let (sigmaA, sigmaB, sigmaC) = (
            sigma(nearest.triangle), sigma(nearest.triangle + 1), sigma(nearest.triangle + 2)
        )
        return MeshCrossing(
            distance: nearest.distance,
            normal: cross(b - a, c - a).normalized,
            sigma: sigmaA + nearest.u * (sigmaB - sigmaA) + nearest.v * (sigmaC - sigmaA)
        )
    }

    private func vertex(_ corner: Int) -> Vector3 { Vector3(vertices[Int(indices[corner])]) }

    private func sigma(_ corner: Int) -> Double { Double(sigmas[Int(indices[corner])]) }
}

extension Collection<MeshAnchor> {
    /// Where a ray of the mesh's world meets the surface; nil if it meets nothing, or a surface from behind, which means
    /// that it starts in something or comes through a hole.
    package func crossing(along ray: Ray) -> MeshCrossing? {
        let first = compactMap { $0.crossing(along: ray) }.min { $0.distance < $1.distance }
        return first.flatMap { $0.isFromFreeSide(ray.direction) ? $0 : nil }
    }
}
