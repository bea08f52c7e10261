import Foundation
import Geometry
import SceneGraph
import Testing

@testable import Models

@Suite("Models as USDZ")
struct ModelExportTests {
    /// The files of a stored ZIP: name, where its data begin, the data.
    private static func files(of archive: [UInt8]) -> [(name: String, start: Int, data: [UInt8])] {
        func number(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reversed().reduce(0) { $0 << 8 | Int(archive[offset + $1]) }
        }
        var (offset, found): (Int, [(String, Int, [UInt8])]) = (0, [])
        while number(offset, 4) == 0x0403_4B50 {
            let (size, nameLength, extra) = (number(offset + 18, 4), number(offset + 26, 2), number(offset + 28, 2))
            let start = offset + 30 + nameLength + extra
            let name = String(decoding: archive[offset + 30..<offset + 30 + nameLength], as: UTF8.self)
            found.append((name, start, Array(archive[start..<start + size])))
            offset = start + size
        }
        return found
    }

    @Test("a model's triangles stand in its own axes, with its material and its images, none of its own texts")
    func layer() throws {
        var file = ModelFile.triangle
        file.parts = """
            "scenes":[{"nodes":[0]}],
            "nodes":[{"name":"\\" def Hostile","mesh":0,"translation":[0,0,3],"scale":[1,-1,1]}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
            "images":[{"uri":"data:image/png;base64,iVBORw0KGgo="}],"textures":[{"source":0}],
            "materials":[{"doubleSided":false,"pbrMetallicRoughness":{"baseColorFactor":[1,0.5,0,1],"roughnessFactor":0.25,
            "metallicFactor":0,"baseColorTexture":{"index":0}}}]
            """
        let model = try file.model()
        let files = Self.files(of: try #require(model.usdz()))
        #expect(files.map { $0.name } == ["model.usda", "images/0.png"])
        #expect(files.allSatisfy { $0.start % 64 == 0 })
        #expect(files[1].data == model.images[0].bytes)
        let layer = String(decoding: files[0].data, as: UTF8.self)
        #expect(layer.hasPrefix("#usda 1.0\n") && !layer.contains("Hostile"))
        let expected = [
            "points = [(0.00000, 0.00000, 3.00000), (1.00000, 0.00000, 3.00000), (0.00000, -2.00000, 3.00000)]",
            "faceVertexIndices = [0, 1, 2]", "uniform bool doubleSided = 1",
            "rel material:binding = </Model/Materials/Material0>",
            "color3f inputs:diffuseColor.connect = </Model/Materials/Material0/Color.outputs:rgb>",
            "asset inputs:file = @images/0.png@", "float4 inputs:scale = (1.0000, 0.5000, 0.0000, 1.0000)",
            "float inputs:roughness = 0.2500", "float inputs:opacity = 1.0000",
        ]
        for line in expected { #expect(layer.contains(line), "\(line)") }
        #expect(layer.count { $0 == "{" } == layer.count { $0 == "}" })
    }

    @Test("a model without triangles has no such file; one without a material has glTF's default")
    func sparse() throws {
        var file = ModelFile.triangle
        let plain = Self.files(of: try #require(try file.model().usdz()))
        let layer = String(decoding: plain[0].data, as: UTF8.self)
        #expect(plain.count == 1 && layer.contains("</Model/Materials/Material0>"))
        #expect(layer.contains("float inputs:metallic = 1.0000"))
        file.parts = "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{}]"
        #expect(try file.model().usdz() == nil)
    }
}
