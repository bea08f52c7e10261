/// A triangle mesh with a colour per vertex, in the world; triangles are counterclockwise as seen from the free side.
package struct SurfaceMesh: Equatable, Sendable {
    /// The vertices, metres in the world.
    package internal(set) var positions: [SIMD3<Float>] = []
    /// The unit normals, one per vertex, which point into free space.
    package internal(set) var normals: [SIMD3<Float>] = []
    /// Red, green, blue and 255, one per vertex; zeros where no colours were given.
    package internal(set) var colors: [SIMD4<UInt8>] = []
    /// Three vertices per triangle.
    package internal(set) var indices: [UInt32] = []

    /// A mesh without triangles.
    package init() {}

    /// How many triangles there are.
    package var triangleCount: Int { indices.count / 3 }

    /// The sum of the triangles' areas, m².
    package var area: Double {
        var sum = 0.0
        for t in 0..<triangleCount {
            let (a, b, c) = corners(of: t)
            sum += Double(crossProduct(b - a, c - a).norm) / 2
        }
        return sum
    }

    /// The corners of a triangle, metres in the world.
    package func corners(of triangle: Int) -> (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>) {
        (
            positions[Int(indices[3 * triangle])], positions[Int(indices[3 * triangle + 1])],
            positions[Int(indices[3 * triangle + 2])]
        )
    }
}

extension SurfaceMesh {
    /// The same mesh with all lengths multiplied by a factor.
    package func scaled(by factor: Double) -> SurfaceMesh {
        guard factor != 1 else { return self }
        var mesh = self
        for vertex in mesh.positions.indices { mesh.positions[vertex] *= Float(factor) }
        return mesh
    }

    /// The same mesh without pieces of fewer than `minimumTriangles` connected triangles, which are noise in the air; a
    /// piece with a vertex that `reachesOn` takes is kept.
    package func withoutSmallPieces(
        minimumTriangles: Int,
        reachesOn: (SIMD3<Float>) -> Bool = { _ in false }
    ) -> SurfaceMesh {
        var pieces = DisjointSets(count: positions.count)
        for t in 0..<triangleCount {
            pieces.join(Int(indices[3 * t]), Int(indices[3 * t + 1]))
            pieces.join(Int(indices[3 * t]), Int(indices[3 * t + 2]))
        }
        var sizes = [Int](repeating: 0, count: positions.count)
        for t in 0..<triangleCount { sizes[pieces.root(of: Int(indices[3 * t]))] += 1 }
        for vertex in positions.indices where reachesOn(positions[vertex]) {
            sizes[pieces.root(of: vertex)] = minimumTriangles
        }
        var isKept = [Bool](repeating: false, count: triangleCount)
        for t in 0..<triangleCount { isKept[t] = sizes[pieces.root(of: Int(indices[3 * t]))] >= minimumTriangles }
        return keeping { isKept[$0] }
    }

    /// The triangles that a closure keeps, and their vertices.
    func keeping(_ isKept: (Int) -> Bool) -> SurfaceMesh {
        var kept = SurfaceMesh()
        var newIndices = [UInt32](repeating: .max, count: positions.count)
        for t in 0..<triangleCount where isKept(t) {
            for k in 0..<3 {
                let vertex = Int(indices[3 * t + k])
                if newIndices[vertex] == .max {
                    newIndices[vertex] = UInt32(kept.positions.count)
                    kept.positions.append(positions[vertex])
                    kept.normals.append(normals[vertex])
                    kept.colors.append(colors[vertex])
                }
                kept.indices.append(newIndices[vertex])
            }
        }
        return kept
    }
}

/// Which elements belong together.
///
/// R. Tarjan, "Efficiency of a good but not linear set union algorithm", 1975.
struct DisjointSets {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    /// The representative element of an element's set.
    mutating func root(of element: Int) -> Int {
        var current = element
        while parents[current] != current {
            parents[current] = parents[parents[current]]
            current = parents[current]
        }
        return current
    }

    mutating func join(_ a: Int, _ b: Int) {
        let (rootA, rootB) = (root(of: a), root(of: b))
        if rootA < rootB { parents[rootB] = rootA } else { parents[rootA] = rootB }
    }
}

extension SIMD3<Float> {
    /// The Euclidean length.
    var norm: Float { (self * self).sum().squareRoot() }
}

/// The cross product, right-handed.
func crossProduct(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
