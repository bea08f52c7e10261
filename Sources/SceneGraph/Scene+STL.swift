import Geometry

extension Scene {
    /// The scene's triangles as a binary STL file, the world's axes, lengths times `unitsPerMetre` (printers expect millimetres).
    ///
    /// Text and nodes that are not drawn are left out.
    public func stl(unitsPerMetre: Double = 1000) -> [UInt8] {
        var body = ByteWriter()
        var count: UInt32 = 0
        forEachVisible(from: nil) { _, node, worldFromNode in
            guard node.material.role == .visible, let mesh = node.geometry?.mesh else { return }
            let isMirrored = worldFromNode.linear.determinant < 0
            mesh.forEachTriangle { a, b, c in
                let place = { (p: SIMD3<Float>) in worldFromNode * Vector3(p) * unitsPerMetre }
                let corners = isMirrored ? [place(a), place(c), place(b)] : [place(a), place(b), place(c)]
                let area = cross(corners[1] - corners[0], corners[2] - corners[0])
                body.append(SIMD3<Float>(area.length > 0 ? area.normalized : .zero))
                for corner in corners { body.append(SIMD3<Float>(corner)) }
                body.append(UInt16(0))
                count += 1
            }
        }
        var file = ByteWriter()
        for letter in "Sightline, binary STL".utf8 { file.bytes.append(letter) }
        file.bytes += [UInt8](repeating: 32, count: 80 - file.bytes.count)
        file.append(count)
        return file.bytes + body.bytes
    }
}
