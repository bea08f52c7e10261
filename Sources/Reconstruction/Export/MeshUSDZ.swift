import SceneGraph

/// A mesh as a USDZ archive with one text layer, coloured by `displayColor`.
///
/// Pixar, "USDZ File Format Specification", 1.3: an uncompressed ZIP archive, the first file is the layer, and the data
/// of every file begin at a multiple of 64 bytes.
struct MeshUSDZ {
    private let mesh: SurfaceMesh

    init(_ mesh: SurfaceMesh) { self.mesh = mesh }

    func file() -> [UInt8] { Self.archive(name: "scan.usda", data: layer()) }

    private func layer() -> [UInt8] {
        var text = PlainText()
        text.append("#usda 1.0\n(\n    defaultPrim = \"Scan\"\n    metersPerUnit = 1\n    upAxis = \"Y\"\n)\n\n")
        text.append("def Xform \"Scan\" (\n    kind = \"component\"\n)\n{\n    def Mesh \"Surface\" (\n")
        text.append("        prepend apiSchemas = [\"MaterialBindingAPI\"]\n    )\n    {\n")
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
        text.append(Self.material)
        text.append("}\n")
        return text.bytes
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

    /// A ZIP archive of one stored file: a local header, the data, the directory and its end.
    private static func archive(name: StaticString, data: [UInt8]) -> [UInt8] {
        var letters: [UInt8] = []
        for i in 0..<name.utf8CodeUnitCount { letters.append(name.utf8Start[i]) }
        let padding = (64 - (30 + letters.count + 4) % 64) % 64
        let checksum = StoredPNG.cyclicSum(data)
        var file = ByteWriter()
        file.append(0x0403_4B50 as UInt32)
        appendCommonFields(&file, checksum, data.count, letters.count, extra: 4 + padding)
        file.bytes += letters
        // An extra field of zeros, so that the data are aligned.
        file.append(0x1986 as UInt16)
        file.append(UInt16(padding))
        file.bytes += [UInt8](repeating: 0, count: padding)
        file.bytes += data
        let directory = file.bytes.count
        file.append(0x0201_4B50 as UInt32)
        file.append(10 as UInt16)
        appendCommonFields(&file, checksum, data.count, letters.count, extra: 0)
        for _ in 0..<3 { file.append(0 as UInt16) }
        file.append(0 as UInt32)
        file.append(0 as UInt32)
        file.bytes += letters
        let size = file.bytes.count - directory
        file.append(0x0605_4B50 as UInt32)
        for field in [0, 0, 1, 1] as [UInt16] { file.append(field) }
        file.append(UInt32(size))
        file.append(UInt32(directory))
        file.append(0 as UInt16)
        return file.bytes
    }

    private static func appendCommonFields(
        _ file: inout ByteWriter,
        _ checksum: UInt32,
        _ size: Int,
        _ nameLength: Int,
        extra: Int
    ) {
        file.append(10 as UInt16)
        file.append(0 as UInt16)
        file.append(0 as UInt16)
        // The earliest time of the format, 1 January 1980, so that the file depends on the mesh alone.
        file.append(0 as UInt16)
        file.append(33 as UInt16)
        file.append(checksum)
        file.append(UInt32(size))
        file.append(UInt32(size))
        file.append(UInt16(nameLength))
        file.append(UInt16(extra))
    }
}
