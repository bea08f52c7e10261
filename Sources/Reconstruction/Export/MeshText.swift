import SceneGraph

/// Meshes as lists of numbers: PLY and OBJ.
struct MeshText {
    private let parts: [ScannedModel.Part]

    init(_ parts: [ScannedModel.Part]) { self.parts = parts }

    /// Binary PLY; with more than one part each face has the number of its part, too.
    ///
    /// G. Turk, "The PLY polygon file format", 1994.
    func ply() -> [UInt8] {
        var head = PlainText()
        head.append("ply\nformat binary_little_endian 1.0\ncomment Sightline, metres, +Y up\n")
        if parts.count > 1 { head.append("comment part 0 was seen, part 1 is assumed\n") }
        head.append("element vertex ")
        head.append(parts.reduce(0) { $0 + $1.mesh.positions.count })
        head.append("\nproperty float x\nproperty float y\nproperty float z\n")
        head.append("property float nx\nproperty float ny\nproperty float nz\n")
        head.append("property uchar red\nproperty uchar green\nproperty uchar blue\nelement face ")
        head.append(parts.reduce(0) { $0 + $1.mesh.triangleCount })
        head.append("\nproperty list uchar uint vertex_indices\n")
        if parts.count > 1 { head.append("property uchar part\n") }
        head.append("end_header\n")
        var body = ByteWriter(bytes: head.bytes)
        for part in parts {
            let mesh = part.mesh
            for i in mesh.positions.indices {
                body.append(mesh.positions[i])
                body.append(mesh.normals[i])
                body.bytes += [mesh.colors[i].x, mesh.colors[i].y, mesh.colors[i].z]
            }
        }
        var first: UInt32 = 0
        for (number, part) in parts.enumerated() {
            for t in 0..<part.mesh.triangleCount {
                body.bytes.append(3)
                for k in 0..<3 { body.append(first + part.mesh.indices[3 * t + k]) }
                if parts.count > 1 { body.bytes.append(UInt8(number)) }
            }
            first += UInt32(part.mesh.positions.count)
        }
        return body.bytes
    }

    /// Wavefront OBJ; each of several parts is a group.
    func obj() -> [UInt8] {
        var text = PlainText()
        text.append("# Sightline, metres, +Y up; colours follow the positions\n")
        var first = 1
        for part in parts {
            if parts.count > 1 {
                text.append("g ")
                text.append(part.name)
                text.append("\n")
            }
            append(part.mesh, first, to: &text)
            first += part.mesh.positions.count
        }
        return text.bytes
    }

    private func append(_ mesh: SurfaceMesh, _ first: Int, to text: inout PlainText) {
        for i in mesh.positions.indices {
            text.append("v ")
            text.append(mesh.positions[i])
            text.append(" ")
            text.append(SIMD3<Float>(Float(mesh.colors[i].x), Float(mesh.colors[i].y), Float(mesh.colors[i].z)) / 255)
            text.append("\n")
        }
        for normal in mesh.normals {
            text.append("vn ")
            text.append(normal)
            text.append("\n")
        }
        for t in 0..<mesh.triangleCount {
            text.append("f")
            for k in 0..<3 {
                let vertex = first + Int(mesh.indices[3 * t + k])
                text.append(" ")
                text.append(vertex)
                text.append("//")
                text.append(vertex)
            }
            text.append("\n")
        }
    }
}
