import SceneGraph

/// Meshes as a USDZ archive with one text layer, coloured by `displayColor`.
///
/// Pixar, "USD Text File Format".
struct MeshUSDZ {
    private let parts: [ScannedModel.Part]

    init(_ parts: [ScannedModel.Part]) { self.parts = parts }

    func file() -> [UInt8] {
        var archive = USDZArchive()
        var name = PlainText()
        name.append("scan.usda")
        archive.add(name, layer())
        return archive.bytes
    }

    private func layer() -> [UInt8] {
        var text = PlainText()
        text.append("#usda 1.0\n(\n    defaultPrim = \"Scan\"\n    metersPerUnit = 1\n    upAxis = \"Y\"\n)\n\n")
        text.append("def Xform \"Scan\" (\n    kind = \"component\"\n)\n{\n")
        for part in parts { append(part, to: &text) }
        text.append(Self.material)
        text.append("}\n")
        return text.bytes
    }

    private func append(_ part: ScannedModel.Part, to text: inout PlainText) {
        let mesh = part.mesh
        text.append("    def Mesh \"")
        text.append(part.name)
        text.append("\" (\n        prepend apiSchemas = [\"MaterialBindingAPI\"]\n    )\n    {\n")
        text.append("        uniform bool doubleSided = 1\n        uniform token subdivisionScheme = \"none\"\n")
        list(&text, "        int[] faceVertexCounts = [", count: mesh.triangleCount) { text, _ in text.append(3) }
        list(&text, "        int[] faceVertexIndices = [", count: mesh.indices.count) { text, i in
            text.append(Int(mesh.indices[i]))
        }
        list(&text, "        point3f[] points = [", count: mesh.positions.count) { text, i in
            Self.tuple(&text, mesh.positions[i])
        }
        list(&text, "        normal3f[] normals = [", count: mesh.normals.count, interpolation: true) { text, i in
            Self.tuple(&text, mesh.normals[i])
        }
        list(&text, "        color3f[] primvars:displayColor = [", count: mesh.colors.count, interpolation: true) {
            let color = mesh.colors[$1]
            Self.tuple(&$0, SIMD3(Float(color.x), Float(color.y), Float(color.z)) / 255)
        }
        text.append("        rel material:binding = </Scan/Material>\n    }\n")
    }

    private static let material: StaticString = """

            def Material "Material"
            {
                token outputs:surface.connect = </Scan/Material/Shader.outputs:surface>

                def Shader "Shader"
                {
                    uniform token info:id = "UsdPreviewSurface"
                    color3f inputs:diffuseColor.connect = </Scan/Material/Color.outputs:result>
                    float inputs:metallic = 0
                    float inputs:roughness = 1
                    token outputs:surface
                }

                def Shader "Color"
                {
                    uniform token info:id = "UsdPrimvarReader_float3"
                    string inputs:varname = "displayColor"
                    float3 outputs:result
                }
            }

        """

    private func list(
        _ text: inout PlainText,
        _ start: StaticString,
        count: Int,
        interpolation: Bool = false,
        _ element: (inout PlainText, Int) -> Void
    ) {
        text.append(start)
        for i in 0..<count {
            if i > 0 { text.append(", ") }
            element(&text, i)
        }
        text.append(interpolation ? "] (\n            interpolation = \"vertex\"\n        )\n" : "]\n")
    }

    private static func tuple(_ text: inout PlainText, _ point: SIMD3<Float>) {
        text.append("(")
        text.append(point, separator: ", ")
        text.append(")")
    }
}
