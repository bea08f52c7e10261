import Geometry
import RealModule

/// Triangles, counterclockwise as seen from outside, with one normal and one texture coordinate per vertex.
public struct Mesh: Equatable, Sendable {
    /// The vertices, metres in the node.
    public var positions: [SIMD3<Float>]
    /// The unit normals, one per vertex.
    public var normals: [SIMD3<Float>]
    /// The texture coordinates, one per vertex: (0, 0) is the image's upper left corner.
    public var coordinates: [SIMD2<Float>]
    /// Three vertices per triangle.
    public var indices: [UInt32]

    /// Creates a mesh; missing normals are computed as smooth normals, missing coordinates are zero.
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

    /// The surface of a pipe with a half sphere at either end; empty for a path without length.
    ///
    /// The section moves along the path without twist: W. Wang et al., "Computation of rotation minimizing frames",
    /// 2008.
    public init(_ tube: Tube) {
        let path = Self.withoutRepeats(tube.path)
        self.init(positions: [], indices: [])
        guard path.count > 1 else { return }
        let capSteps = max(2, tube.sides / 4)
        var side = (path[1] - path[0]).anyPerpendicular
        var total = 0.0
        for i in path.indices {
            let along = Self.direction(of: path, at: i)
            if i > 0 {
                let before = Self.direction(of: path, at: i - 1)
                side = Rotation(from: before, to: along) * side
                total += (path[i] - path[i - 1]).length
            }
            if i == 0 { addCap(tube, path[0], along, side, steps: capSteps, isEnd: false) }
            addRing(tube, path[i], along, side, lean: 0, distance: total, miter: Self.miter(of: path, at: i))
            if i == path.count - 1 { addCap(tube, path[i], along, side, steps: capSteps, isEnd: true, distance: total) }
        }
        joinRings(sides: tube.sides)
    }

    private static func withoutRepeats(_ path: [Vector3]) -> [Vector3] {
        var kept: [Vector3] = []
        for point in path where kept.last.map({ ($0 - point).length > 1e-6 }) ?? true { kept.append(point) }
        return kept
    }

    private static func direction(of path: [Vector3], at i: Int) -> Vector3 {
        let before = i > 0 ? (path[i] - path[i - 1]).normalized : .zero
        let after = i < path.count - 1 ? (path[i + 1] - path[i]).normalized : .zero
        let sum = before + after
        return sum.length > 1e-6 ? sum.normalized : (before.length > 0 ? before : after)
    }

    /// The stretch of a joint's ring that keeps the pipe's thickness: the direction, times the stretch minus one.
    private static func miter(of path: [Vector3], at i: Int) -> Vector3 {
        guard i > 0, i < path.count - 1 else { return .zero }
        let after = (path[i + 1] - path[i]).normalized
        let bend = after - (path[i] - path[i - 1]).normalized
        let cosine = dot(after, direction(of: path, at: i))
        guard bend.length > 1e-6, cosine > 1e-6 else { return .zero }
        return bend.normalized * (min(2, 1 / cosine) - 1).squareRoot()
    }

    private mutating func addCap(
        _ tube: Tube,
        _ center: Vector3,
        _ along: Vector3,
        _ side: Vector3,
        steps: Int,
        isEnd: Bool,
        distance: Double = 0
    ) {
        for step in 0..<steps {
            let angle = Double.pi / 2 * Double(isEnd ? step + 1 : step - steps) / Double(steps)
            addRing(tube, center, along, side, lean: angle, distance: distance)
        }
    }

    /// One ring of vertices; `lean` turns the normals from the section (0) to the path's direction (90°).
    private mutating func addRing(
        _ tube: Tube,
        _ center: Vector3,
        _ along: Vector3,
        _ side: Vector3,
        lean: Double,
        distance: Double,
        miter: Vector3 = .zero
    ) {
        let isPole = abs(lean) > Double.pi / 2 - 1e-9
        let other = cross(along, side)
        for k in 0...tube.sides {
            let angle = 2 * Double.pi * Double(k % tube.sides) / Double(tube.sides)
            let out = side * .cos(angle) + other * .sin(angle)
            let normal = isPole ? along * (lean < 0 ? -1 : 1) : out * .cos(lean) + along * .sin(lean)
            positions.append(SIMD3<Float>(center + (normal + miter * dot(normal, miter)) * tube.radius))
            normals.append(SIMD3<Float>(normal))
            coordinates.append(SIMD2(Float(distance), Float(k) / Float(tube.sides)))
        }
    }

    private mutating func joinRings(sides: Int) {
        let width = UInt32(sides + 1)
        let rings = UInt32(positions.count) / width
        for ring in 0..<rings - 1 {
            for k in 0..<UInt32(sides) {
                let a = ring * width + k
                let b = a + width
                // The first and the last ring are points: their triangles with two equal corners are omitted.
                if ring > 0 { indices += [a, a + 1, b] }
                if ring < rings - 2 { indices += [a + 1, b + 1, b] }
            }
        }
    }
}
