import SceneGraph

/// The file formats of a mesh.
package enum MeshFormat: String, CaseIterable, Sendable {
    /// Binary glTF 2.0 with colours.
    case glb
    /// Polygon File Format, binary, with colours: MeshLab, CloudCompare, Open3D.
    case ply
    /// Wavefront OBJ with colours behind the positions.
    case obj
    /// Universal Scene Description in an archive: Quick Look on iOS.
    case usdz
}

extension SurfaceMesh {
    /// The mesh as a file; metres, +Y up.
    package func file(as format: MeshFormat) -> [UInt8] {
        switch format {
        case .glb: MeshGLB(self).file()
        case .ply: plyFile()
        case .obj: objFile()
        case .usdz: MeshUSDZ(self).file()
        }
    }

    /// Binary PLY.
    ///
    /// G. Turk, "The PLY polygon file format", 1994.
    private func plyFile() -> [UInt8] {
        var head = PlainText()
        head.append("ply\nformat binary_little_endian 1.0\ncomment Sightline, metres, +Y up\nelement vertex ")
        head.append(positions.count)
        head.append("\nproperty float x\nproperty float y\nproperty float z\n")
        head.append("property float nx\nproperty float ny\nproperty float nz\n")
        head.append("property uchar red\nproperty uchar green\nproperty uchar blue\nelement face ")
        head.append(triangleCount)
        head.append("\nproperty list uchar uint vertex_indices\nend_header\n")
        var body = ByteWriter(bytes: head.bytes)
        for i in positions.indices {
            body.append(positions[i])
            body.append(normals[i])
            body.bytes += [colors[i].x, colors[i].y, colors[i].z]
        }
        for t in 0..<triangleCount {
            body.bytes.append(3)
            for k in 0..<3 { body.append(indices[3 * t + k]) }
        }
        return body.bytes
    }

    private func objFile() -> [UInt8] {
        var text = PlainText()
        text.append("# Sightline, metres, +Y up; colours follow the positions\n")
        for i in positions.indices {
            text.append("v ")
            text.append(positions[i])
            text.append(" ")
            text.append(SIMD3<Float>(Float(colors[i].x), Float(colors[i].y), Float(colors[i].z)) / 255)
            text.append("\n")
        }
        for normal in normals {
            text.append("vn ")
            text.append(normal)
            text.append("\n")
        }
        for t in 0..<triangleCount {
            text.append("f")
            for k in 0..<3 {
                let vertex = Int(indices[3 * t + k]) + 1
                text.append(" ")
                text.append(vertex)
                text.append("//")
                text.append(vertex)
            }
            text.append("\n")
        }
        return text.bytes
    }
}
