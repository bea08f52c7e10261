import Geometry
import SceneGraph

/// Meshes as a binary glTF file, a node and a primitive each: positions, normals, colours, indices.
///
/// Khronos Group, "glTF 2.0 Specification", 2021; section 3.7.2.1: colours are linear, here 16 bits per component.
struct MeshGLB {
    private let parts: [ScannedModel.Part]
    private var binary = ByteWriter()
    private var views: [(start: Int, length: Int, target: Int)] = []
    /// Views and accessors of a part: positions, normals, colours, indices.
    private static let viewCount = 4

    init(_ parts: [ScannedModel.Part]) {
        self.parts = parts
        for mesh in parts.map({ $0.mesh }) {
            addView(target: 34962) { bytes in for p in mesh.positions { bytes.append(p) } }
            addView(target: 34962) { bytes in for n in mesh.normals { bytes.append(n) } }
            addView(target: 34962) { bytes in
                for color in mesh.colors {
                    let linear = color.w == 0 ? Vector3(0.5, 0.5, 0.5) : Self.linear(color)
                    for k in 0..<3 { bytes.append(UInt16((linear[k] * 65535).rounded())) }
                    bytes.append(UInt16.max)
                }
            }
            addView(target: 34963) { bytes in for i in mesh.indices { bytes.append(i) } }
        }
    }

    private static func linear(_ color: SIMD4<UInt8>) -> Vector3 {
        Color(red: Double(color.x) / 255, green: Double(color.y) / 255, blue: Double(color.z) / 255).linear
    }

    private mutating func addView(target: Int, _ write: (inout ByteWriter) -> Void) {
        let start = binary.bytes.count
        write(&binary)
        views.append((start, binary.bytes.count - start, target))
    }

    /// The file.
    func file() -> [UInt8] { GLTFContainer.file(json: text(), binary: binary.bytes) }

    private func text() -> [UInt8] {
        var text = JSONText()
        text.open("{")
        text.open("{", key: "asset")
        text.value(plain: "2.0", key: "version")
        text.value(plain: "Sightline", key: "generator")
        text.close("}")
        text.value(0, key: "scene")
        text.open("[", key: "scenes")
        text.open("{")
        text.open("[", key: "nodes")
        for number in parts.indices { text.value(number) }
        text.close("]")
        text.close("}")
        text.close("]")
        text.open("[", key: "nodes")
        for (number, part) in parts.enumerated() {
            text.open("{")
            text.value(plain: part.name, key: "name")
            text.value(number, key: "mesh")
            text.close("}")
        }
        text.close("]")
        writeMeshes(&text)
        writeAccessors(&text)
        writeBuffers(&text)
        text.close("}")
        return text.bytes
    }

    private func writeMeshes(_ text: inout JSONText) {
        text.open("[", key: "meshes")
        for number in parts.indices {
            let first = Self.viewCount * number
            text.open("{")
            text.open("[", key: "primitives")
            text.open("{")
            text.open("{", key: "attributes")
            text.value(first, key: "POSITION")
            text.value(first + 1, key: "NORMAL")
            text.value(first + 2, key: "COLOR_0")
            text.close("}")
            text.value(first + 3, key: "indices")
            text.value(0, key: "material")
            text.close("}")
            text.close("]")
            text.close("}")
        }
        text.close("]")
        text.open("[", key: "materials")
        text.open("{")
        text.open("{", key: "pbrMetallicRoughness")
        text.value(0, key: "metallicFactor")
        text.value(1, key: "roughnessFactor")
        text.close("}")
        text.value(true, key: "doubleSided")
        text.close("}")
        text.close("]")
    }

    private func writeAccessors(_ text: inout JSONText) {
        text.open("[", key: "accessors")
        for (number, part) in parts.enumerated() {
            for i in 0..<Self.viewCount {
                text.open("{")
                text.value(Self.viewCount * number + i, key: "bufferView")
                text.value([5126, 5126, 5123, 5125][i], key: "componentType")
                text.value(i == 3 ? part.mesh.indices.count : part.mesh.positions.count, key: "count")
                text.value(["VEC3", "VEC3", "VEC4", "SCALAR"][i], key: "type")
                if i == 0 { writeBounds(of: part.mesh, &text) }
                if i == 2 { text.value(true, key: "normalized") }
                text.close("}")
            }
        }
        text.close("]")
    }

    private func writeBounds(of mesh: SurfaceMesh, _ text: inout JSONText) {
        var low = mesh.positions.first ?? .zero
        var high = low
        for p in mesh.positions { (low, high) = (pointwiseMin(low, p), pointwiseMax(high, p)) }
        text.array([Double(low.x), Double(low.y), Double(low.z)], key: "min")
        text.array([Double(high.x), Double(high.y), Double(high.z)], key: "max")
    }

    private func writeBuffers(_ text: inout JSONText) {
        text.open("[", key: "bufferViews")
        for view in views {
            text.open("{")
            text.value(0, key: "buffer")
            text.value(view.start, key: "byteOffset")
            text.value(view.length, key: "byteLength")
            text.value(view.target, key: "target")
            text.close("}")
        }
        text.close("]")
        text.open("[", key: "buffers")
        text.open("{")
        text.value(binary.bytes.count, key: "byteLength")
        text.close("}")
        text.close("]")
    }
}
