import Geometry

/// The JSON part of a glTF file.
struct GLTFText {
    private let export: GLTFExport
    private var text = JSONText()

    init(_ export: GLTFExport) { self.export = export }

    func json() -> [UInt8] {
        var copy = self
        copy.write()
        return copy.text.bytes
    }

    private mutating func write() {
        text.open("{")
        text.open("{", key: "asset")
        text.value("2.0", key: "version")
        text.value("Sightline", key: "generator")
        text.close("}")
        writeExtensions()
        text.value(0, key: "scene")
        list("scenes", count: 1) { writer, _ in
            if !writer.export.roots.isEmpty { writer.numbers("nodes", writer.export.roots) }
        }
        list("nodes", count: export.nodes.count) { writer, i in writer.node(writer.export.nodes[i]) }
        list("meshes", count: export.meshes.count) { writer, i in writer.mesh(i) }
        list("materials", count: export.materials.count) { writer, i in writer.material(writer.export.materials[i]) }
        writeAccessors()
        writeBuffers()
        writeImages()
        text.close("}")
    }

    /// A named list of objects; omitted if it is empty, as the specification requires.
    private mutating func list(_ key: StaticString, count: Int, _ body: (inout GLTFText, Int) -> Void) {
        guard count > 0 else { return }
        text.open("[", key: key)
        for i in 0..<count {
            text.open("{")
            body(&self, i)
            text.close("}")
        }
        text.close("]")
    }

    private mutating func numbers(_ key: StaticString, _ values: [Int]) {
        text.open("[", key: key)
        for value in values { text.value(value) }
        text.close("]")
    }

    private mutating func writeExtensions() {
        let materials = export.materials
        var used: [String] = []
        if !export.lights.isEmpty { used.append("KHR_lights_punctual") }
        if materials.contains(where: { $0.lighting == .constant }) { used.append("KHR_materials_unlit") }
        if materials.contains(where: { $0.mapRepeats != SIMD2(1, 1) && export.image(of: $0.diffuseMap) != nil }) {
            used.append("KHR_texture_transform")
        }
        guard !used.isEmpty else { return }
        text.open("[", key: "extensionsUsed")
        for name in used { text.value(name) }
        text.close("]")
        guard !export.lights.isEmpty else { return }
        text.open("{", key: "extensions")
        text.open("{", key: "KHR_lights_punctual")
        list("lights", count: export.lights.count) { writer, i in
            let light = writer.export.lights[i]
            writer.text.value("directional", key: "type")
            writer.text.array(writer.clamped(light.color.linear), key: "color")
            writer.text.value(light.intensity, key: "intensity")
        }
        text.close("}")
        text.close("}")
    }

    private mutating func node(_ exported: GLTFExport.ExportedNode) {
        let transform = exported.node.transform
        if !exported.node.name.isEmpty { text.value(exported.node.name, key: "name") }
        if transform.translation != .zero {
            let t = transform.translation
            text.array([t.x, t.y, t.z], key: "translation")
        }
        if transform.rotation != .identity {
            let q = transform.rotation
            text.array([q.imaginary.x, q.imaginary.y, q.imaginary.z, q.real], key: "rotation")
        }
        if transform.scale != Vector3(1, 1, 1) {
            text.array([transform.scale.x, transform.scale.y, transform.scale.z], key: "scale")
        }
        if !exported.children.isEmpty { numbers("children", exported.children) }
        if let mesh = exported.mesh { text.value(mesh, key: "mesh") }
        if let light = exported.light {
            text.open("{", key: "extensions")
            text.open("{", key: "KHR_lights_punctual")
            text.value(light, key: "light")
            text.close("}")
            text.close("}")
        }
    }

    /// A mesh's accessors and views are numbered four by four, in the order of `writeAccessors`.
    private mutating func mesh(_ i: Int) {
        list("primitives", count: 1) { writer, _ in
            writer.text.open("{", key: "attributes")
            writer.text.value(4 * i, key: "POSITION")
            writer.text.value(4 * i + 1, key: "NORMAL")
            writer.text.value(4 * i + 2, key: "TEXCOORD_0")
            writer.text.close("}")
            writer.text.value(4 * i + 3, key: "indices")
            writer.text.value(writer.export.meshes[i].material, key: "material")
        }
    }

    private mutating func material(_ material: Material) {
        text.open("{", key: "pbrMetallicRoughness")
        text.array(clamped(material.diffuse.linear) + [min(1, max(0, material.opacity))], key: "baseColorFactor")
        let (roughness, metalness) = material.lighting.roughnessAndMetalness
        text.value(roughness, key: "roughnessFactor")
        text.value(metalness, key: "metallicFactor")
        textureReference("baseColorTexture", material.diffuseMap, repeats: material.mapRepeats)
        if case .physicallyBased = material.lighting {
            textureReference("metallicRoughnessTexture", material.specularMap, repeats: material.mapRepeats)
        }
        text.close("}")
        textureReference("normalTexture", material.normalMap, repeats: material.mapRepeats)
        if material.opacity < 1 { text.value("BLEND", key: "alphaMode") }
        if material.isDoubleSided { text.value(true, key: "doubleSided") }
        if material.lighting == .constant {
            text.open("{", key: "extensions")
            text.open("{", key: "KHR_materials_unlit")
            text.close("}")
            text.close("}")
        }
    }

    private mutating func textureReference(_ key: StaticString, _ texture: TextureHandle?, repeats: SIMD2<Double>) {
        guard let image = export.image(of: texture) else { return }
        text.open("{", key: key)
        text.value(image, key: "index")
        if repeats != SIMD2(1, 1) {
            text.open("{", key: "extensions")
            text.open("{", key: "KHR_texture_transform")
            text.array([repeats.x, repeats.y], key: "scale")
            text.close("}")
            text.close("}")
        }
        text.close("}")
    }

    private mutating func writeAccessors() {
        list("accessors", count: 4 * export.meshes.count) { writer, i in
            let mesh = writer.export.meshes[i / 4]
            let isIndex = i % 4 == 3
            writer.text.value(i, key: "bufferView")
            writer.text.value(isIndex ? 5125 : 5126, key: "componentType")
            writer.text.value(isIndex ? mesh.indices.count / 4 : mesh.vertexCount, key: "count")
            writer.text.value(isIndex ? "SCALAR" : i % 4 == 2 ? "VEC2" : "VEC3", key: "type")
            if i % 4 == 0 {
                let (low, high) = (mesh.bounds.minimum, mesh.bounds.maximum)
                writer.text.array([low.x, low.y, low.z], key: "min")
                writer.text.array([high.x, high.y, high.z], key: "max")
            }
        }
    }

    private mutating func writeBuffers() {
        list("bufferViews", count: 4 * export.meshes.count + export.images.count) { writer, i in
            let range: Range<Int>
            if i < 4 * writer.export.meshes.count {
                let mesh = writer.export.meshes[i / 4]
                range = [mesh.positions, mesh.normals, mesh.coordinates, mesh.indices][i % 4]
                writer.text.value(i % 4 == 3 ? 34963 : 34962, key: "target")
            } else {
                range = writer.export.images[i - 4 * writer.export.meshes.count].bytes
            }
            writer.text.value(0, key: "buffer")
            writer.text.value(range.lowerBound, key: "byteOffset")
            writer.text.value(range.count, key: "byteLength")
        }
        guard !export.binary.bytes.isEmpty else { return }
        list("buffers", count: 1) { writer, _ in
            writer.text.value((writer.export.binary.bytes.count + 3) & ~3, key: "byteLength")
        }
    }

    private mutating func writeImages() {
        let first = 4 * export.meshes.count
        list("images", count: export.images.count) { writer, i in
            writer.text.value(first + i, key: "bufferView")
            writer.text.value("image/png", key: "mimeType")
        }
        list("textures", count: export.images.count) { writer, i in
            writer.text.value(i, key: "source")
            writer.text.value(writer.export.scene[writer.export.images[i].texture].isRepeating ? 0 : 1, key: "sampler")
        }
        guard !export.images.isEmpty else { return }
        list("samplers", count: 2) { writer, i in
            writer.text.value(i == 0 ? 10497 : 33071, key: "wrapS")
            writer.text.value(i == 0 ? 10497 : 33071, key: "wrapT")
        }
    }

    private func clamped(_ linear: SIMD3<Double>) -> [Double] {
        [linear.x, linear.y, linear.z].map { min(1, max(0, $0)) }
    }
}

extension LightingModel {
    /// The nearest microfacet parameters; Blinn's exponent s is a roughness of (2 / (s + 2))^¼.
    var roughnessAndMetalness: (roughness: Double, metalness: Double) {
        switch self {
        case .constant: (1, 0)
        case .blinn(let shininess, _): ((2 / (max(0, shininess) + 2)).squareRoot().squareRoot(), 0)
        case .physicallyBased(let roughness, let metalness): (min(1, max(0, roughness)), min(1, max(0, metalness)))
        }
    }
}
