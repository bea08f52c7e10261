import Geometry
import SceneGraph
import Testing

@Suite("Shapes as triangles")
struct MeshTests {
    static let bentPath = [Vector3.zero, Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(1, 1, 1)]
    static let solids: [(NodeGeometry, volume: Double, tolerance: Double)] = [
        (.box(size: Vector3(1, 2, 3)), 6, 1e-6),
        (.box(size: Vector3(1, 2, 3), chamfer: 0.1), 6 - 0.1, 0.05),
        (.sphere(radius: 0.5), 0.5236, 0.01),
        (.cylinder(radius: 0.5, height: 2), 1.5708, 0.01),
        (.tube(Tube(along: [Vector3(0, 0, 0), Vector3(1, 0, 0)], radius: 0.1, sides: 24)), 0.0356, 0.001),
        (.tube(Tube(along: bentPath, radius: 0.05)), 0.0230, 0.0005),
    ]

    @Test("solids are closed and hold their volume", arguments: solids.indices)
    func closed(_ index: Int) throws {
        let (geometry, volume, tolerance) = Self.solids[index]
        let mesh = try #require(geometry.mesh)
        #expect(abs(mesh.volume - volume) < tolerance)
        #expect(Self.openEdges(of: mesh) == 0)
    }

    @Test("solids are closed, however coarse, and their outline goes out as far as in", arguments: MeshDetail.allCases)
    func details(_ detail: MeshDetail) {
        let extent = SIMD3<Float>(0.1, 0.2, 0.3)
        let box = PrimitiveMesh(.roundedBox, detail: detail).stretched(extent: extent, radius: 0.05)
        #expect(Self.openEdges(of: box) == 0)
        // Each edge cut straight takes half a square of the radius off along it, each corner five sixths of a cube.
        let (sharp, edges, corners): (Double, Double, Double) = (0.105, 0.05 * 0.05 / 2 * 4.8, 40.0 / 6 * 0.000_125)
        #expect(box.volume > sharp - edges - corners - 1e-6)
        #expect(box.volume < sharp)
        #expect(box.positions.map { $0.x }.max() == 0.15)
        let sphere = PrimitiveMesh(.sphere, detail: detail).stretched(extent: .zero, radius: 1)
        #expect(Self.openEdges(of: sphere) == 0)
        let reaches = sphere.positions.map { Vector3($0).length }
        #expect((reaches.max() ?? 2) < 1.026 && (reaches.min() ?? 0) > 0.999)
        let cylinder = PrimitiveMesh(.cylinder, detail: detail).stretched(extent: SIMD3(0, 1, 0), radius: 1)
        #expect(Self.openEdges(of: cylinder) == 0)
        #expect(abs(cylinder.volume / (2 * .pi) - 1) < 0.02)
    }

    @Test("normals have length one and point out", arguments: solids.indices)
    func normals(_ index: Int) throws {
        let mesh = try #require(Self.solids[index].0.mesh)
        for i in stride(from: 0, to: mesh.indices.count, by: 3) {
            let corners = (0..<3).map { Int(mesh.indices[i + $0]) }
            let points = corners.map { Vector3(mesh.positions[$0]) }
            let area = cross(points[1] - points[0], points[2] - points[0])
            #expect(area.length > 0)
            for corner in corners {
                let normal = Vector3(mesh.normals[corner])
                #expect(abs(normal.length - 1) < 1e-5)
                #expect(dot(normal, area.normalized) > 0)
            }
        }
    }

    @Test("bounds hold the triangles tightly", arguments: solids.indices)
    func bounds(_ index: Int) throws {
        let geometry = Self.solids[index].0
        let mesh = try #require(geometry.mesh)
        let tight = try #require(BoundingBox(of: mesh.positions.map { Vector3($0) }))
        let bounds = try #require(geometry.bounds)
        for axis in 0..<3 {
            #expect(bounds.minimum[axis] <= tight.minimum[axis] + 1e-6)
            #expect(bounds.maximum[axis] >= tight.maximum[axis] - 1e-6)
        }
        #expect(bounds.size.length < tight.size.length * 1.15)
    }

    @Test("a pipe without length is empty, and repeated points do no harm")
    func degenerate() throws {
        #expect(try #require(NodeGeometry.tube(Tube(along: [.zero, .zero], radius: 0.1)).mesh).indices.isEmpty)
        let path = [Vector3.zero, .zero, Vector3(1, 0, 0), Vector3(1, 0, 0)]
        let mesh = try #require(NodeGeometry.tube(Tube(along: path, radius: 0.1)).mesh)
        #expect(Self.openEdges(of: mesh) == 0)
        #expect(mesh.positions.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite })
    }

    /// Edges that do not stand against exactly one edge the other way, vertices at one place being one.
    static func openEdges(of mesh: Mesh) -> Int {
        var numbers: [SIMD3<Float>: Int] = [:]
        let places = mesh.positions.map { position in
            // Positive and negative zero are one place.
            let place = position + SIMD3<Float>(repeating: 0)
            if let known = numbers[place] { return known }
            numbers[place] = numbers.count
            return numbers.count - 1
        }
        var edges: [SIMD2<Int>: Int] = [:]
        for i in stride(from: 0, to: mesh.indices.count, by: 3) {
            for k in 0..<3 {
                let from = places[Int(mesh.indices[i + k])]
                let to = places[Int(mesh.indices[i + (k + 1) % 3])]
                edges[SIMD2(from, to), default: 0] += 1
            }
        }
        return edges.filter { edge, count in count != 1 || edges[SIMD2(edge.y, edge.x)] != 1 }.count
    }
}
