import Geometry
import SceneGraph

extension Model {
    /// The model at rest as a USDZ file, for viewers such as iOS's Quick Look; nil if it has no triangles.
    ///
    /// Its triangles stand in the model's axes, metres, with their materials and images; animations are left out.
    public func usdz() -> [UInt8]? { bounds == nil ? nil : ModelUSDZ(self).file() }
}

/// Writes a model as a text layer and its images.
///
/// Pixar, "UsdPreviewSurface Specification", 2.6. Names are numbers, so nothing of the file's own texts is written.
private struct ModelUSDZ {
    private let model: Model
    private var text = PlainText()
    /// The materials that are used; `model.materials.count` stands for glTF's default.
    private var usedMaterials: [Bool]

    init(_ model: Model) {
        self.model = model
        usedMaterials = [Bool](repeating: false, count: model.materials.count + 1)
    }

    func file() -> [UInt8] {
        var writer = self
        writer.writeLayer()
        var archive = USDZArchive()
        var name = PlainText()
        name.append("model.usda")
        archive.add(name, writer.text.bytes)
        for index in writer.usedImages { archive.add(imageName(index), model.images[index].bytes) }
        return archive.bytes
    }

    private mutating func writeLayer() {
        text.append("#usda 1.0\n(\n    defaultPrim = \"Model\"\n    metersPerUnit = 1\n    upAxis = \"Y\"\n)\n\n")
        text.append("def Xform \"Model\" (\n    kind = \"component\"\n)\n{\n")
        let placed = model.modelFromNodes(model.restTransforms)
        var count = 0
        for index in model.nodes(under: model.roots) {
            guard let mesh = model.nodes[index].mesh else { continue }
            for part in model.meshes[mesh] where !part.mesh.indices.isEmpty {
                let isBent = model.nodes[index].skin != nil && !part.joints.isEmpty
                let shape = model.deformed(part, of: index, placed)
                write(shape, number: count, part.material, isBent ? .identity : placed[index])
                count += 1
            }
        }
        text.append("    def Scope \"Materials\"\n    {\n")
        for index in usedMaterials.indices where usedMaterials[index] { writeMaterial(index) }
        text.append("    }\n}\n")
    }

    // MARK: Meshes

    private mutating func write(
        _ mesh: Mesh,
        number: Int,
        _ material: Int?,
        _ modelFromMesh: AffineTransform
    ) {
        let surface = material ?? model.materials.count
        usedMaterials[surface] = true
        let isReflected = modelFromMesh.linear.determinant < 0
        let isDoubleSided = isReflected || (material.map { model.materials[$0].material.isDoubleSided } ?? false)
        text.append("    def Mesh \"Part")
        text.append(number)
        text.append("\" (\n        prepend apiSchemas = [\"MaterialBindingAPI\"]\n    )\n    {\n")
        text.append("        uniform bool doubleSided = ")
        text.append(isDoubleSided ? 1 : 0)
        text.append("\n        uniform token subdivisionScheme = \"none\"\n        int[] faceVertexCounts = [")
        list(count: mesh.indices.count / 3) { text, _ in text.append(3) }
        text.append("]\n        int[] faceVertexIndices = [")
        list(count: mesh.indices.count) { text, i in text.append(Int(mesh.indices[i])) }
        text.append("]\n        point3f[] points = [")
        list(count: mesh.positions.count) { text, i in
            Self.tuple(&text, modelFromMesh * Vector3(mesh.positions[i]))
        }
        text.append("]\n        normal3f[] normals = [")
        let turn = modelFromMesh.linear.inverse?.transposed ?? modelFromMesh.linear
        list(count: mesh.normals.count) { text, i in Self.tuple(&text, (turn * Vector3(mesh.normals[i])).normalized) }
        text.append("] (\n            interpolation = \"vertex\"\n        )\n        texCoord2f[] primvars:st = [")
        list(count: mesh.coordinates.count) { text, i in
            text.append("(")
            text.append(Double(mesh.coordinates[i].x), decimals: 5)
            text.append(", ")
            // An image's lower left corner is (0, 0) there.
            text.append(1 - Double(mesh.coordinates[i].y), decimals: 5)
            text.append(")")
        }
        text.append("] (\n            interpolation = \"vertex\"\n        )\n        rel material:binding = ")
        text.append(materialPath(surface, ">\n    }\n"))
    }

    private mutating func list(count: Int, _ element: (inout PlainText, Int) -> Void) {
        for i in 0..<count {
            if i > 0 { text.append(", ") }
            element(&text, i)
        }
    }

    private static func tuple(_ text: inout PlainText, _ value: Vector3) {
        text.append("(")
        for axis in 0..<3 {
            if axis > 0 { text.append(", ") }
            text.append(value[axis], decimals: 5)
        }
        text.append(")")
    }

    // MARK: Materials

    private static func number(_ material: Material) -> (roughness: Double, metalness: Double) {
        if case .physicallyBased(let roughness, let metalness) = material.lighting { return (roughness, metalness) }
        return (1, 0)
    }

    private mutating func writeMaterial(_ index: Int) {
        let surface = index < model.materials.count ? model.materials[index] : nil
        let material = surface?.material ?? Material(.white, lighting: .physicallyBased(roughness: 1, metalness: 1))
        let (roughness, metalness) = Self.number(material)
        let linear = material.diffuse.linear
        let color = Vector3(linear.x, linear.y, linear.z)
        text.append("        def Material \"Material")
        text.append(index)
        text.append("\"\n        {\n            token outputs:surface.connect = ")
        text.append(materialPath(index, "/Surface.outputs:surface>\n\n"))
        text.append("            def Shader \"Surface\"\n            {\n")
        text.append("                uniform token info:id = \"UsdPreviewSurface\"\n")
        input("color3f inputs:diffuseColor", index, surface?.diffuseImage, "Color.outputs:rgb") { text in
            Self.tuple(&text, color)
        }
        let opacityImage = surface?.usesImageOpacity == true ? surface?.diffuseImage : nil
        input("float inputs:opacity", index, opacityImage, "Color.outputs:a") { text in
            text.append(material.opacity, decimals: 4)
        }
        input("float inputs:roughness", index, surface?.specularImage, "Light.outputs:g") { text in
            text.append(roughness, decimals: 4)
        }
        input("float inputs:metallic", index, surface?.specularImage, "Light.outputs:b") { text in
            text.append(metalness, decimals: 4)
        }
        if let image = surface?.normalImage {
            input("normal3f inputs:normal", index, image, "Normal.outputs:rgb") { _ in }
        }
        text.append("                token outputs:surface\n            }\n")
        let repeats = surface?.isRepeating ?? true
        if let image = surface?.diffuseImage {
            writeImage("Color", index, image, repeats, "sRGB", .init(color.x, color.y, color.z, material.opacity), 0)
        }
        if let image = surface?.specularImage {
            writeImage("Light", index, image, repeats, "raw", .init(1, roughness, metalness, 1), 0)
        }
        if let image = surface?.normalImage {
            writeImage("Normal", index, image, repeats, "raw", .init(2, 2, 2, 1), -1)
        }
        writeCoordinates()
    }

    private mutating func writeCoordinates() {
        text.append("\n            def Shader \"Coordinates\"\n            {\n")
        text.append("                uniform token info:id = \"UsdPrimvarReader_float2\"\n")
        text.append("                string inputs:varname = \"st\"\n")
        text.append("                float2 outputs:result\n            }\n")
        text.append("        }\n\n")
    }

    /// An input of the surface: connected to an image's output, or a value.
    private mutating func input(
        _ name: StaticString,
        _ index: Int,
        _ image: Int?,
        _ output: StaticString,
        _ value: (inout PlainText) -> Void
    ) {
        text.append("                ")
        text.append(name)
        if image == nil {
            text.append(" = ")
            value(&text)
        } else {
            text.append(".connect = ")
            text.append(materialPath(index, "/"))
            text.append(output)
            text.append(">")
        }
        text.append("\n")
    }

    /// The shader that reads an image: its numbers are multiplied, and a number is added.
    private mutating func writeImage(
        _ name: StaticString,
        _ index: Int,
        _ image: Int,
        _ isRepeating: Bool,
        _ space: StaticString,
        _ scale: SIMD4<Double>,
        _ bias: Int
    ) {
        text.append("\n            def Shader \"")
        text.append(name)
        text.append("\"\n            {\n                uniform token info:id = \"UsdUVTexture\"\n")
        text.append("                asset inputs:file = @")
        text.append(imageName(image))
        text.append("@\n                float2 inputs:st.connect = ")
        text.append(materialPath(index, "/Coordinates.outputs:result>\n"))
        for axis in ["S", "T"] as [StaticString] {
            text.append("                token inputs:wrap")
            text.append(axis)
            text.append(isRepeating ? " = \"repeat\"\n" : " = \"clamp\"\n")
        }
        text.append("                token inputs:sourceColorSpace = \"")
        text.append(space)
        text.append("\"\n                float4 inputs:scale = (")
        for axis in 0..<4 {
            if axis > 0 { text.append(", ") }
            text.append(scale[axis], decimals: 4)
        }
        text.append(")\n                float4 inputs:bias = (")
        for _ in 0..<3 {
            text.append(bias)
            text.append(", ")
        }
        text.append("0)\n                float3 outputs:rgb\n                float outputs:a\n")
        text.append("                float outputs:g\n                float outputs:b\n            }\n")
    }

    /// A material's path, from `<` on, with an end.
    private func materialPath(_ index: Int, _ end: StaticString) -> PlainText {
        var path = PlainText()
        path.append("</Model/Materials/Material")
        path.append(index)
        path.append(end)
        return path
    }

    private var usedImages: [Int] {
        let used = model.materials.indices.filter { usedMaterials[$0] }.map { model.materials[$0] }
        let images = used.flatMap { [$0.diffuseImage, $0.normalImage, $0.specularImage].compactMap { $0 } }
        return model.images.indices.filter { images.contains($0) }
    }

    private func imageName(_ index: Int) -> PlainText {
        var name = PlainText()
        name.append("images/")
        name.append(index)
        let type = model.images[index].mediaType.utf8
        name.append(type.elementsEqual("image/jpeg".utf8) ? ".jpg" : ".png")
        return name
    }
}
