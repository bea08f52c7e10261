import Geometry
import SceneGraph
import Testing

@testable import Models

/// Files that are damaged or mean harm: each is refused in words, and none ends the program.
@Suite struct HostileModelTests {
    private static func changed(_ old: String, _ new: String) -> ModelError? {
        var file = ModelFile.triangle
        precondition(file.parts.contains(old))
        file.parts = file.parts.replacing(old, with: new)
        return file.refusal
    }

    @Test(
        arguments: [
            ("\"count\":3", "\"count\":6", "accessors[0]: it reads beyond the 36 bytes of bufferViews[0]"),
            ("\"count\":3", "\"count\":0", "accessors[0]: count must be at least 1"),
            ("\"count\":3", "\"count\":1e300", "accessors[0].count: a whole number of at least 0 is expected"),
            ("\"count\":3", "\"count\":1.5", "accessors[0].count: a whole number of at least 0 is expected"),
            ("\"count\":3", "\"count\":3,\"byteOffset\":2", "accessors[0]: byteOffset must be a multiple of 4"),
            ("\"VEC3\"", "\"VEC2\"", "accessors[0]: 3 numbers an element are expected"),
            ("\"VEC3\"", "7", "accessors[0].type: a text is expected"),
            ("5126", "5124", "accessors[0]: componentType is none of 5120 to 5126"),
            (
                "\"POSITION\":0", "\"POSITION\":1",
                "meshes[0].primitives[0].attributes.POSITION: 1 is named, but there are 1"
            ),
            ("\"mesh\":0", "\"mesh\":0,\"children\":[0]", "nodes: some hang under themselves"),
            ("\"mesh\":0", "\"mesh\":0,\"children\":[9]", "nodes[0].children: each entry must be one of 0 to 0"),
            ("\"mesh\":0", "\"mesh\":0,\"rotation\":[0,0,0,0]", "nodes[0]: its rotation has no length"),
            ("\"mesh\":0", "\"mesh\":-1", "nodes[0].mesh: a whole number of at least 0 is expected"),
            ("\"nodes\":[0]", "\"nodes\":[3]", "scenes[0].nodes: each entry must be one of 0 to 0"),
            ("\"nodes\":[0]", "\"nodes\":[0,0]", "scenes[0]: its nodes must have no parent and be named once"),
        ]
    )
    func `a contradiction is named with its place`(old: String, new: String, reason: String) {
        #expect(Self.changed(old, new) == .malformed(reason))
    }

    @Test func `a node with two parents is refused`() {
        let nodes = "\"nodes\":[{\"children\":[2]},{\"children\":[2]},{\"name\":\"corner\",\"mesh\":0}]"
        #expect(
            Self.changed("\"nodes\":[{\"name\":\"corner\",\"mesh\":0}]", nodes)
                == .malformed("nodes[2]: it has two parents")
        )
    }

    @Test func `what cannot be drawn rightly is named`() {
        for name in ["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_texture_basisu"] {
            var file = ModelFile.triangle
            file.parts += ",\"extensionsRequired\":[\"\(name)\"]"
            #expect(file.refusal == .unsupported("it needs the extension \(name)"))
        }
        #expect(
            Self.changed("{\"POSITION\":0}", "{\"POSITION\":0},\"extensions\":{\"KHR_draco_mesh_compression\":{}}")
                == .unsupported("meshes[0].primitives[0] is packed with KHR_draco_mesh_compression")
        )
    }

    @Test func `numbers that are not finite are refused`() {
        var file = ModelFile(ModelFile.triangle.parts)
        file.addView(floats: [0, 0, 0, .nan, 0, 0, 0, 2, 0])
        #expect(file.refusal == .malformed("accessors[0]: element 1 is not finite"))
    }

    @Test func `a few bytes cannot ask for much memory`() {
        var file = ModelFile.triangle
        file.parts = file.parts.replacing("\"bufferView\":0,", with: "").replacing(
            "\"count\":3",
            with: "\"count\":1800000"
        )
        #expect(file.refusal == .tooLarge("accessors[0]"))
        var limits = ModelLimits()
        limits.vertices = 2
        #expect(throws: ModelError.tooLarge("3 vertices")) { try ModelFile.triangle.model(limits: limits) }
        limits = ModelLimits()
        limits.bytes = 100
        #expect(throws: ModelError.self) { try ModelFile.triangle.model(limits: limits) }
    }

    @Test(
        arguments: [
            ("", "byte 0: the text ends too early"), ("{\"a\" 1}", "byte 5: ':' is missing"),
            ("[1,]", "byte 3: no value begins like this"), ("[01]", "byte 3: a number begins with 0"),
            ("[1.]", "byte 3: a digit is missing after '.'"), ("\"\\ud800\"", "byte 7: half a character"),
            ("\"a", "byte 2: a string has no end"), ("[1e999]", "byte 6: the number is too large"),
            ("{} x", "byte 3: something follows the value"),
            ("\"\u{1}\"", "byte 2: a control character stands in a string"),
        ]
    )
    func `JSON that breaks the rules is refused with the byte`(text: String, reason: String) {
        #expect(throws: ModelError.malformed("the JSON text, \(reason)")) { try JSONParser.value(of: Array(text.utf8)) }
    }

    @Test func `JSON that stands too deep does not end the program`() {
        let text = String(repeating: "[", count: 200_000)
        #expect(throws: ModelError.self) { try JSONParser.value(of: Array(text.utf8)) }
    }

    @Test func `JSON numbers and letters are exact`() throws {
        for (text, number) in [
            ("0", 0.0), ("-1.5", -1.5), ("1e3", 1000), ("0.1", 0.1), ("2.5E-3", 0.0025), ("1e-320", 0),
        ] {
            guard case .number(let read) = try JSONParser.value(of: Array(text.utf8)) else {
                Issue.record("\(text) is no number")
                continue
            }
            #expect((read - number).magnitude <= number.magnitude * 1e-15 + 1e-300, "\(text)")
        }
        let text = #""\u00e9\ud83d\ude00\n é""#
        #expect(try JSONParser.value(of: Array(text.utf8)) == .string("é😀\n é"))
    }

    @Test func `whatever is changed in a file, it is read or refused`() throws {
        var source = SeededGenerator(seed: 41)
        var file = ModelFile.triangle
        file.parts += ",\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0.5,0.2,1]}}]"
        let whole = file.binary
        for length in stride(from: 0, to: whole.count, by: 3) { _ = try? Model(gltf: Array(whole[..<length])) }
        var readCount = 0
        for _ in 0..<4000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &source) {
                bytes[Int.random(in: bytes.indices, using: &source)] = UInt8.random(in: 0...255, using: &source)
            }
            if (try? Model(gltf: bytes)) != nil { readCount += 1 }
        }
        // Some changes hit numbers alone, so that the file is still one.
        #expect(readCount > 100 && readCount < 4000)
    }
}
