import Geometry
import Imaging
import SceneGraph
import Testing

@testable import Models

@Suite struct ModelReadingTests {
    @Test func `a triangle is read as it stands in the file`() throws {
        let model = try ModelFile.triangle.model()
        let part = try #require(model.meshes.first?.first)
        #expect(part.mesh.positions == [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 2, 0)])
        #expect(part.mesh.indices == [0, 1, 2])
        #expect(part.mesh.normals == [SIMD3<Float>](repeating: SIMD3(0, 0, 1), count: 3))
        #expect(model.nodes.map(\.name) == ["corner"])
        #expect(model.triangleCount == 1)
        #expect(model.omissions == [])
    }

    @Test func `what a scene writes is read back`() throws {
        var scene = Scene()
        let table = scene.add(
            Node(
                "Table",
                geometry: .box(size: Vector3(1.2, 0.04, 0.7)),
                material: Material(Color(hex: 0x8899AA), lighting: .physicallyBased(roughness: 0.3, metalness: 0.5)),
                transform: Transform(translation: Vector3(0, 0.75, 0))
            )
        )
        scene.add(
            Node(
                "Ball",
                geometry: .sphere(radius: 0.1),
                material: .constant(.coral, opacity: 0.5),
                transform: Transform(
                    translation: Vector3(0.2, 0.12, 0),
                    rotation: Rotation(angle: 1, axis: Vector3(0, 1, 0)),
                    scale: Vector3(1, 2, 1)
                )
            ),
            to: table
        )
        let model = try Model(gltf: scene.binaryGLTF())
        #expect(model.nodes.map(\.name) == ["Table", "Ball"])
        #expect(model.nodes[0].children == [1])
        #expect(model.nodes[1].transform.scale == Vector3(1, 2, 1))
        #expect((model.nodes[1].transform.rotation.angle - 1).magnitude < 1e-9)
        #expect(model.materials[0].material.lighting == .physicallyBased(roughness: 0.3, metalness: 0.5))
        let written = Color(hex: 0x8899AA).components - model.materials[0].material.diffuse.components
        #expect((written * written).sum() < 1e-9)
        #expect(model.materials[1].material.lighting == .constant && model.materials[1].material.opacity == 0.5)
        let (read, original) = (try #require(model.bounds), try #require(scene.boundsInWorld))
        #expect((read.minimum - original.minimum).length < 1e-6 && (read.maximum - original.maximum).length < 1e-6)
        var copy = Scene()
        _ = PlacedModel(model, in: &copy)
        let placed = try #require(copy.boundsInWorld)
        #expect((placed.minimum - original.minimum).length < 1e-6 && (placed.maximum - original.maximum).length < 1e-6)
    }

    @Test func `text files take their data from an address or from a file beside them`() throws {
        let file = ModelFile.triangle
        let base64 = "data:application/octet-stream;base64," + Self.base64(file.bytes)
        #expect(try Model(gltf: file.text(dataAt: base64)).triangleCount == 1)
        let beside = try Model(gltf: file.text(dataAt: "a b.bin")) { $0 == "a b.bin" ? file.bytes : nil }
        #expect(beside.triangleCount == 1)
        #expect(throws: ModelError.missingFile("gone.bin")) { try Model(gltf: file.text(dataAt: "gone.bin")) }
    }

    @Test func `strips and fans become triangles that all face the same way`() throws {
        for mode in [5, 6] {
            var file = ModelFile(
                """
                "scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
                "meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":\(mode)}]}],
                "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}]
                """
            )
            let square: [Float] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]
            let round: [Float] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
            file.addView(floats: mode == 5 ? square : round)
            let mesh = try #require(try file.model().meshes[0].first).mesh
            var area = 0.0
            mesh.forEachTriangle { a, b, c in area += cross(Vector3(b - a), Vector3(c - a)).z / 2 }
            #expect(mesh.indices.count == 6 && area == 1)
        }
    }

    @Test func `strided, small and sparse numbers are read`() throws {
        var file = ModelFile(
            """
            "scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"indices":2}]}],
            "accessors":[
            {"bufferView":0,"componentType":5122,"normalized":true,"count":3,"type":"VEC3",
            "sparse":{"count":1,"indices":{"bufferView":3,"componentType":5121},"values":{"bufferView":4}}},
            {"bufferView":1,"componentType":5121,"normalized":true,"count":3,"type":"VEC2"},
            {"bufferView":2,"componentType":5121,"count":3,"type":"SCALAR"}]
            """
        )
        let shorts: [Int16] = [0, 0, 0, 0, 32767, 0, 0, 0, 0, 0, 0, 0]
        func bytes(_ numbers: [Int16]) -> [UInt8] {
            numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        }
        file.addView(bytes(shorts), stride: 8)
        file.addView([0, 0, 0, 0, 255, 0, 0, 0, 51, 255, 0, 0], stride: 4)
        file.addView([2, 1, 0])
        file.addView([2])
        file.addView(bytes([0, -32768, 0]))
        let mesh = try #require(try file.model().meshes[0].first).mesh
        // The lowest number of 16 bits stands for −1, as the one above it does.
        #expect(mesh.positions == [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, -1, 0)])
        #expect(mesh.coordinates == [SIMD2(0, 0), SIMD2(1, 0), SIMD2(0.2, 1)])
        #expect(mesh.indices == [2, 1, 0])
    }

    @Test func `a matrix becomes translation, rotation and scale, mirrored or not`() throws {
        for mirror in [1.0, -1.0] {
            var file = ModelFile.triangle
            file.parts = file.parts.replacing(
                "\"mesh\":0}]",
                with: "\"mesh\":0,\"matrix\":[0,\(2 * mirror),0,0, -3,0,0,0, 0,0,4,0, 5,6,7,1]}]"
            )
            let model = try file.model()
            let affine = model.nodes[0].transform.affine
            #expect((affine * Vector3(1, 0, 0) - Vector3(5, 6 + 2 * mirror, 7)).length < 1e-9)
            #expect((affine * Vector3(0, 1, 0) - Vector3(2, 6, 7)).length < 1e-9)
            #expect((affine * Vector3(0, 0, 1) - Vector3(5, 6, 11)).length < 1e-9)
            var scene = Scene()
            _ = PlacedModel(model, in: &scene)
            var sides: [Bool] = []
            scene.forEachVisible(from: nil) { _, node, _ in
                if node.geometry != nil { sides.append(node.material.isDoubleSided) }
            }
            #expect(sides == [mirror < 0])
        }
    }

    @Test func `a map's offset, rotation and scale move the coordinates`() {
        // The example of KHR_texture_transform: the lower left quarter of the image, turned clockwise by 90°.
        let placement = MapPlacement(offset: SIMD2(0, 1), rotation: .pi / 2, scale: SIMD2(0.5, 0.5))
        for (from, to) in [
            (SIMD2<Float>(0, 0), SIMD2<Float>(0, 1)), (SIMD2(1, 0), SIMD2(0, 0.5)), (SIMD2(0, 1), SIMD2(0.5, 1)),
        ] {
            let difference = placement.moved(from) - to
            #expect((difference * difference).sum() < 1e-10)
        }
    }

    @Test func `a surface without opacity hides the opacity of its image`() throws {
        var file = ModelFile.triangle
        let png = file.addView([0x89, 0x50, 0x4E, 0x47])
        file.parts = file.parts.replacing("\"POSITION\":0}", with: "\"POSITION\":0},\"material\":0")
        file.parts += """
            ,"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
            "textures":[{"source":0}],"images":[{"bufferView":\(png)}]
            """
        let model = try file.model()
        #expect(model.images == [.init(mediaType: "image/png", bytes: [0x89, 0x50, 0x4E, 0x47])])
        var scene = Scene()
        _ = PlacedModel(model, in: &scene, images: [ColorImage(width: 1, height: 1, bytes: [9, 8, 7, 6])])
        guard case .image(let image) = scene.textures.first?.content else {
            Issue.record("no texture")
            return
        }
        #expect(image.bytes == [9, 8, 7, 255] && scene.textures[0].isRepeating)
        // An image that could not be decoded leaves its map out.
        var plain = Scene()
        _ = PlacedModel(model, in: &plain, images: [nil])
        #expect(plain.textures.isEmpty)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        return stride(from: 0, to: bytes.count, by: 3).map { start -> String in
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            return (0..<4).map { $0 <= group.count ? String(alphabet[bits >> (18 - 6 * $0) & 63]) : "=" }.joined()
        }.joined()
    }
}
