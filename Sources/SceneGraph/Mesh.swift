import Geometry

/// Triangles, counterclockwise as seen from outside; one normal and one map coordinate a vertex.
public struct Mesh: Equatable, Sendable {
    /// The vertices, metres in the node.
    public var positions: [SIMD3<Float>]
    /// The unit normals, one a vertex.
    public var normals: [SIMD3<Float>]
    /// The map coordinates, one a vertex: (0, 0) is the picture's upper left corner.
    public var coordinates: [SIMD2<Float>]
    /// Three vertices a triangle.
    public var indices: [UInt32]

    /// A mesh of its parts; normals and coordinates left out are made up: smooth normals, zeros.
    public init(
        positions: [SIMD3<Float>],
        normals: [SIMD3<Float>] = [],
        coordinates: [SIMD2<Float>] = [],
        indices: [UInt32]
    ) {
        precondition(indices.count % 3 == 0, "three indices a triangle")
        precondition(indices.allSatisfy { $0 < positions.count }, "indices must name vertices")
        precondition(normals.isEmpty || normals.count == positions.count, "a normal a vertex")
        precondition(coordinates.isEmpty || coordinates.count == positions.count, "a coordinate a vertex")
        self.positions = positions
        self.coordinates = coordinates.isEmpty ? [SIMD2<Float>](repeating: .zero, count: positions.count) : coordinates
        self.indices = indices
        self.normals = normals
        if normals.isEmpty { self.normals = smoothNormals() }
    }

    /// Calls `body` with the corners of every triangle.
    public func forEachTriangle(_ body: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>) -> Void) {
        for i in stride(from: 0, to: indices.count, by: 3) {
            body(positions[Int(indices[i])], positions[Int(indices[i + 1])], positions[Int(indices[i + 2])])
        }
    }

    /// The volume inside a closed mesh, m³, by the divergence theorem.
    public var volume: Double {
        var sum = 0.0
        forEachTriangle { a, b, c in sum += dot(Vector3(a), cross(Vector3(b), Vector3(c))) }
        return sum / 6
    }

    private func smoothNormals() -> [SIMD3<Float>] {
        var sums = [Vector3](repeating: .zero, count: positions.count)
        for i in stride(from: 0, to: indices.count, by: 3) {
            let corners = SIMD3(Int(indices[i]), Int(indices[i + 1]), Int(indices[i + 2]))
            let a = Vector3(positions[corners.x])
            let normal = cross(Vector3(positions[corners.y]) - a, Vector3(positions[corners.z]) - a)
            for k in 0..<3 { sums[corners[k]] += normal }
        }
        return sums.map { $0.length > 0 ? SIMD3<Float>($0.normalized) : SIMD3(0, 1, 0) }
    }
}
