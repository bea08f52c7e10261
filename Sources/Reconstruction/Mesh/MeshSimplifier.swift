import Geometry

/// Takes edges out of a mesh, the least important first, as long as the surface stays where it is.
///
/// Source: M. Garland, P. Heckbert, "Surface simplification using quadric error metrics", 1997. Edges are taken out in
/// rounds of pieces that do not touch, which needs no queue and gives the same mesh on every machine. Vertices whose colours
/// differ stay apart, so that a picture on a flat wall is kept.
struct MeshSimplifier {
    /// Two vertices whose colours differ by more than this stay apart.
    ///
    /// Unit: levels of 255, the root of the mean square of red, green and blue. If the surface moves too, less is allowed.
    /// Range: 12…40. Origin: by hand: shading and noise go, what a person sees as another colour stays.
    private static let maximumColorDifference = 24.0

    /// How far the surface may move, metres (root of the weighted mean square).
    private let maximumError: Double
    private var positions: [Vector3]
    private var normals: [SIMD3<Float>]
    private var colors: [SIMD4<UInt8>]
    private var triangles: [SIMD3<Int32>]
    private var quadrics: [ErrorQuadric]

    init(_ mesh: SurfaceMesh, maximumError: Double) {
        self.maximumError = maximumError
        positions = mesh.positions.map { Vector3($0) }
        normals = mesh.normals
        colors = mesh.colors
        triangles = (0..<mesh.triangleCount).map { mesh.triangle($0) }
        quadrics = [ErrorQuadric](repeating: ErrorQuadric(), count: positions.count)
        addFaces()
        addBorders()
    }

    /// The mesh after all rounds.
    mutating func simplified() -> SurfaceMesh {
        // Each round removes up to a third of the edges; forty are never reached.
        for _ in 0..<40 where takeOutEdges() > 0 {}
        var mesh = SurfaceMesh()
        mesh.positions = positions.map { SIMD3<Float>($0) }
        mesh.normals = normals
        mesh.colors = colors
        for t in triangles { for k in 0..<3 { mesh.indices.append(UInt32(t[k])) } }
        return mesh.keeping { _ in true }
    }

    private mutating func addFaces() {
        for t in triangles {
            let (a, b, c) = corners(t)
            let across = cross(b - a, c - a)
            guard across.length > 1e-12 else { continue }
            let quadric = ErrorQuadric(normal: across.normalized, through: a, weight: across.length / 2)
            for k in 0..<3 { quadrics[Int(t[k])] += quadric }
        }
    }

    /// Planes at right angles to the faces hold the borders in their place.
    private mutating func addBorders() {
        for edge in edges(VertexFans(triangles, vertexCount: positions.count)) where edge.triangleCount == 1 {
            let (a, b, c) = corners(triangles[edge.triangle])
            let along = positions[edge.b] - positions[edge.a]
            let side = cross(along, cross(b - a, c - a))
            guard side.length > 1e-12 else { continue }
            let quadric = ErrorQuadric(
                normal: side.normalized,
                through: positions[edge.a],
                weight: dot(along, along)
            )
            quadrics[edge.a] += quadric
            quadrics[edge.b] += quadric
        }
    }

    private func corners(_ t: SIMD3<Int32>) -> (Vector3, Vector3, Vector3) {
        (positions[Int(t.x)], positions[Int(t.y)], positions[Int(t.z)])
    }

    private struct Edge {
        var first: Int32
        var second: Int32
        /// One of its triangles.
        var face: Int32
        var triangleCount: Int32

        var a: Int { Int(first) }
        var b: Int { Int(second) }
        var triangle: Int { Int(face) }
    }

    /// Every edge once, ordered by its vertices; its triangle is the first one.
    private func edges(_ fans: VertexFans) -> [Edge] {
        var edges: [Edge] = []
        edges.reserveCapacity(triangles.count * 3 / 2 + positions.count / 4)
        for vertex in positions.indices {
            let first = edges.count
            for face in fans.triangles(of: vertex) {
                let triangle = triangles[Int(face)]
                for k in 0..<3 where Int(triangle[k]) > vertex {
                    // There are about six, most of them in order.
                    var place = edges.count
                    while place > first, edges[place - 1].second > triangle[k] { place -= 1 }
                    if place > first, edges[place - 1].second == triangle[k] {
                        edges[place - 1].triangleCount += 1
                    } else {
                        let edge = Edge(first: Int32(vertex), second: triangle[k], face: face, triangleCount: 1)
                        edges.insert(edge, at: place)
                    }
                }
            }
        }
        return edges
    }

    private struct Candidate {
        var a: Int
        var b: Int
        var isBorder: Bool
        var point: Vector3
    }

    private mutating func takeOutEdges() -> Int {
        let limit = maximumError * maximumError
        // Only the errors are kept, since there are many: a candidate's point is computed again when it is its turn.
        // Edges of equal errors stay in the order of their vertices.
        let fans = VertexFans(triangles, vertexCount: positions.count)
        var cheap = edges(fans)
        var errors: [Double] = []
        errors.reserveCapacity(cheap.count)
        for number in cheap.indices where cheap[number].triangleCount <= 2 {
            let edge = cheap[number]
            let error = bestPoint(edge).error + colorError(edge)
            guard error <= limit else { continue }
            cheap[errors.count] = edge
            errors.append(error)
        }
        cheap.removeLast(cheap.count - errors.count)
        var isTouched = [Bool](repeating: false, count: positions.count)
        var target = [Int32](0..<Int32(positions.count))
        var count = 0
        for number in KeyOrder.rising(errors) {
            let edge = cheap[Int(number)]
            guard !isTouched[edge.a], !isTouched[edge.b] else { continue }
            let candidate = Candidate(
                a: edge.a,
                b: edge.b,
                isBorder: edge.triangleCount == 1,
                point: bestPoint(edge).point
            )
            guard canTakeOut(candidate, fans) else { continue }
            for vertex in [candidate.a, candidate.b] {
                for t in fans.triangles(of: vertex) {
                    for k in 0..<3 { isTouched[Int(triangles[Int(t)][k])] = true }
                }
            }
            join(candidate)
            target[candidate.b] = Int32(candidate.a)
            count += 1
        }
        guard count > 0 else { return 0 }
        triangles = triangles.compactMap { t in
            let moved = SIMD3(target[Int(t.x)], target[Int(t.y)], target[Int(t.z)])
            return moved.x == moved.y || moved.y == moved.z || moved.z == moved.x ? nil : moved
        }
        return count
    }

    /// What the difference of an edge's colours counts beside the surface's movement, m².
    private func colorError(_ edge: Edge) -> Double {
        guard edge.a < colors.count, edge.b < colors.count else { return 0 }
        let (a, b) = (SIMD4<Float>(colors[edge.a]), SIMD4<Float>(colors[edge.b]))
        let square = Double(((a - b) * (a - b)).sum()) / 3
        let share = maximumError / Self.maximumColorDifference
        return square * share * share
    }

    private func bestPoint(_ edge: Edge) -> (point: Vector3, error: Double) {
        var sum = quadrics[edge.a]
        sum += quadrics[edge.b]
        let (a, b) = (positions[edge.a], positions[edge.b])
        var best = (a, sum.error(at: a))
        for point in [b, (a + b) / 2] where sum.error(at: point) < best.1 { best = (point, sum.error(at: point)) }
        if let point = sum.minimum, (point - (a + b) / 2).length < 2 * (a - b).length {
            let error = sum.error(at: point)
            if error < best.1 { best = (point, error) }
        }
        return best
    }

    private mutating func join(_ candidate: Candidate) {
        let (a, b) = (candidate.a, candidate.b)
        let length = (positions[b] - positions[a]).length
        let share = length > 0 ? min(1, (candidate.point - positions[a]).length / length) : 0
        normals[a] += (normals[b] - normals[a]) * Float(share)
        if normals[a].norm > 0 { normals[a] /= normals[a].norm }
        if share > 0.5 { colors[a] = colors[b] }
        positions[a] = candidate.point
        quadrics[a] += quadrics[b]
    }

    /// Whether the surface keeps its form: no triangle turns over, and no two sheets grow together.
    ///
    /// The link condition of T. Dey et al., "Topology preserving edge contraction", 1999.
    private func canTakeOut(_ candidate: Candidate, _ fans: VertexFans) -> Bool {
        let around = fans.neighbors(of: candidate.a, triangles)
        let shared = fans.neighbors(of: candidate.b, triangles).count { around.contains($0) }
        guard shared == (candidate.isBorder ? 1 : 2) else { return false }
        for (vertex, other) in [(candidate.a, candidate.b), (candidate.b, candidate.a)] {
            for t in fans.triangles(of: vertex) {
                let triangle = triangles[Int(t)]
                if (0..<3).contains(where: { Int(triangle[$0]) == other }) { continue }
                let (a, b, c) = corners(triangle)
                let before = cross(b - a, c - a)
                let points = (0..<3).map {
                    Int(triangle[$0]) == vertex ? candidate.point : positions[Int(triangle[$0])]
                }
                let after = cross(points[1] - points[0], points[2] - points[0])
                if dot(before, after) < 0.3 * before.length * after.length || after.length < 1e-10 { return false }
            }
        }
        return true
    }
}

/// The triangles around every vertex.
private struct VertexFans {
    private var starts: [Int32]
    private var members: [Int32]

    init(_ triangles: [SIMD3<Int32>], vertexCount: Int) {
        starts = [Int32](repeating: 0, count: vertexCount + 1)
        for t in triangles { for k in 0..<3 { starts[Int(t[k]) + 1] += 1 } }
        for v in 0..<vertexCount { starts[v + 1] += starts[v] }
        members = [Int32](repeating: 0, count: 3 * triangles.count)
        var next = starts
        for (i, t) in triangles.enumerated() {
            for k in 0..<3 {
                members[Int(next[Int(t[k])])] = Int32(i)
                next[Int(t[k])] += 1
            }
        }
    }

    func triangles(of vertex: Int) -> ArraySlice<Int32> { members[Int(starts[vertex])..<Int(starts[vertex + 1])] }

    /// Each once; there are about six, so that a list is quicker than a set.
    func neighbors(of vertex: Int, _ list: [SIMD3<Int32>]) -> [Int32] {
        var found: [Int32] = []
        found.reserveCapacity(12)
        for t in triangles(of: vertex) {
            for k in 0..<3 {
                let other = list[Int(t)][k]
                if other != vertex, !found.contains(other) { found.append(other) }
            }
        }
        return found
    }
}

extension SurfaceMesh {
    fileprivate func triangle(_ t: Int) -> SIMD3<Int32> {
        let a = Int32(indices[3 * t])
        let b = Int32(indices[3 * t + 1])
        let c = Int32(indices[3 * t + 2])
        return SIMD3(a, b, c)
    }

    /// The same surface with fewer triangles, moved by at most about `maximumError` metres.
    package func simplified(maximumError: Double) -> SurfaceMesh {
        guard maximumError > 0, !indices.isEmpty else { return self }
        var simplifier = MeshSimplifier(self, maximumError: maximumError)
        return simplifier.simplified()
    }
}
