import Geometry

/// A scene's triangles as a binary STL file.
///
/// The format: 80 bytes of text, the number of triangles, and 50 bytes for each.
enum STLExport {
    static func file(of scene: Scene, unitsPerMetre: Double) -> [UInt8] {
        var body = ByteWriter()
        var count: UInt32 = 0
        scene.forEachVisible(from: nil) { _, node, worldFromNode in
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
