import Foundation
import Testing

@testable import Reconstruction

@Suite("Meshes of surfaces")
struct SurfaceMeshTests {
    /// A square of `side` × `side` cells of 5 cm in the plane y = 0, with normals up.
    static func square(side: Int, at offset: SIMD3<Float> = .zero) -> SurfaceMesh {
        var mesh = SurfaceMesh()
        for z in 0...side {
            for x in 0...side {
                mesh.positions.append(SIMD3(Float(x), 0, Float(z)) * 0.05 + offset)
                mesh.normals.append(SIMD3(0, 1, 0))
                mesh.colors.append(SIMD4(10, 20, 30, 255))
            }
        }
        for z in 0..<side {
            for x in 0..<side {
                let a = UInt32(z * (side + 1) + x)
                let b = a + UInt32(side + 1)
                mesh.indices += [a, b, a + 1, a + 1, b, b + 1]
            }
        }
        return mesh
    }

    @Test("A flat square of 800 triangles becomes a few, with the same area and outline")
    func flatBecomesFew() {
        let square = Self.square(side: 20)
        let simple = square.simplified(maximumError: 0.001)
        #expect(simple.triangleCount < 20)
        #expect(abs(simple.area - square.area) < 1e-6)
        #expect(simple.positions.map(\.x).max() == square.positions.map(\.x).max())
    }

    @Test("A picture on a flat square keeps its colours where they are, and the rest becomes a few triangles")
    func colorsStay() {
        var square = Self.square(side: 40)
        let extent = (square.positions.map(\.x).max() ?? 0, square.positions.map(\.z).max() ?? 0)
        func isPicture(_ point: SIMD3<Float>) -> Bool { point.x > extent.0 * 0.7 && point.z > extent.1 * 0.7 }
        for vertex in square.positions.indices {
            let isRed = isPicture(square.positions[vertex])
            square.colors[vertex] = isRed ? SIMD4(200, 20, 20, 255) : SIMD4(180, 180, 180, 255)
        }
        let simple = square.simplified(maximumError: 0.004)
        #expect(simple.triangleCount < square.triangleCount / 4)
        for (point, color) in zip(simple.positions, simple.colors) { #expect((color.y < 100) == isPicture(point)) }
        #expect(simple.colors.contains { $0.y < 100 })
    }

    @Test("A mesh of a room loses most triangles and stays where it is")
    func roomIsSimplified() {
        let mesh = VoxelVolumeTests.volume.surface().withoutSmallPieces(minimumTriangles: 100)
        let simple = mesh.simplified(maximumError: 0.005)
        #expect(simple.triangleCount < mesh.triangleCount / 3)
        let errors = simple.positions.map(VoxelVolumeTests.distance).sorted()
        #expect(errors[errors.count * 19 / 20] < 0.035)
        #expect(abs(simple.area - mesh.area) < 0.2 * mesh.area)
    }

    @Test("Small pieces are dropped, large ones stay as they are")
    func smallPiecesAreDropped() {
        var mesh = Self.square(side: 10)
        let speck = Self.square(side: 1, at: SIMD3(5, 0, 0))
        let first = UInt32(mesh.positions.count)
        mesh.positions += speck.positions
        mesh.normals += speck.normals
        mesh.colors += speck.colors
        mesh.indices += speck.indices.map { $0 + first }
        let kept = mesh.withoutSmallPieces(minimumTriangles: 10)
        #expect(kept.triangleCount == 200)
        #expect(kept.positions.allSatisfy { $0.x < 1 })
    }

    @Test("The GLB holds one primitive with colours, and its parts have the stated lengths")
    func binaryGLTF() throws {
        let bytes = ScannedModel(Self.square(side: 3)).file(as: .glb)
        let number = { (i: Int) in Int(bytes[i]) | Int(bytes[i + 1]) << 8 | Int(bytes[i + 2]) << 16 }
        #expect(number(8) == bytes.count)
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(bytes[20..<20 + number(12)])) as? [String: Any]
        )
        let accessors = try #require(json["accessors"] as? [[String: Any]])
        #expect(accessors.map { $0["count"] as? Int } == [16, 16, 16, 54])
        #expect(accessors[2]["normalized"] as? Bool == true)
        let buffers = try #require(json["buffers"] as? [[String: Any]])
        #expect(buffers[0]["byteLength"] as? Int == bytes.count - 28 - number(12))
    }

    @Test("PLY and OBJ name as many vertices and faces as there are")
    func textFormats() {
        let model = ScannedModel(Self.square(side: 3))
        let ply = model.file(as: .ply)
        let head = "element vertex 16"
        #expect(String(decoding: ply.prefix(200), as: UTF8.self).contains(head))
        let end = Array("end_header\n".utf8)
        let start = (0..<ply.count - end.count).first { Array(ply[$0..<$0 + end.count]) == end }
        #expect(start.map { ply.count - $0 - end.count } == 16 * 27 + 18 * 13)
        let lines = String(decoding: model.file(as: .obj), as: UTF8.self).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("v ") } == 16)
        #expect(lines.count { $0.hasPrefix("f ") } == 18)
        #expect(lines.first { $0.hasPrefix("f ") } == "f 1//1 5//5 2//2")
    }

    @Test("The USDZ is a ZIP whose layer begins at a multiple of 64 bytes")
    func usdz() throws {
        let bytes = ScannedModel(Self.square(side: 2)).file(as: .usdz)
        #expect(Array(bytes[0..<4]) == [0x50, 0x4B, 3, 4])
        let start = 30 + Int(bytes[26]) + Int(bytes[28]) + Int(bytes[29]) << 8
        #expect(start % 64 == 0)
        #expect(String(decoding: bytes[start..<start + 9], as: UTF8.self) == "#usda 1.0")
    }

    @Test("What is assumed is a part of its own in every format")
    func parts() throws {
        let model = ScannedModel(Self.square(side: 3), assumed: Self.square(side: 1, at: SIMD3(1, 0, 0)))
        let glb = model.file(as: .glb)
        let length = Int(glb[12]) | Int(glb[13]) << 8
        let json = try #require(JSONSerialization.jsonObject(with: Data(glb[20..<20 + length])) as? [String: Any])
        let nodes = try #require(json["nodes"] as? [[String: Any]])
        #expect(nodes.map { $0["name"] as? String } == ["scan", "assumed"])
        #expect(nodes.map { $0["mesh"] as? Int } == [0, 1])
        let accessors = try #require(json["accessors"] as? [[String: Any]])
        #expect(accessors.map { $0["count"] as? Int } == [16, 16, 16, 54, 4, 4, 4, 6])
        #expect(accessors[4]["min"] as? [Double] == [1, 0, 0])

        let ply = model.file(as: .ply)
        #expect(String(decoding: ply.prefix(500), as: UTF8.self).contains("property uchar part\nend_header"))
        // The last triangle's vertices follow the 16 of the first part.
        #expect(Array(ply.suffix(14)) == [3, 17, 0, 0, 0, 18, 0, 0, 0, 19, 0, 0, 0, 1])

        let lines = String(decoding: model.file(as: .obj), as: UTF8.self).split(separator: "\n")
        let group = try #require(lines.firstIndex(of: "g assumed"))
        #expect(lines[group...].count { $0.hasPrefix("v ") } == 4)
        #expect(lines[group...].first { $0.hasPrefix("f ") } == "f 17//17 19//19 18//18")

        let layer = String(decoding: model.file(as: .usdz), as: UTF8.self)
        #expect(layer.contains("def Mesh \"scan\"") && layer.contains("def Mesh \"assumed\""))
    }
}
