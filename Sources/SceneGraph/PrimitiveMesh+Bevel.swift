extension PrimitiveMesh {
    /// A box whose edges are one slope each: six faces, twelve edges, eight corners, with the normals of round ones.
    mutating func addBevelledBox() {
        let corners = (0..<8).map { bits in
            SIMD3<Float>(bits & 1 == 0 ? -1 : 1, bits & 2 == 0 ? -1 : 1, bits & 4 == 0 ? -1 : 1)
        }
        // Each corner of the box thrice, once on each of its faces.
        for corner in corners {
            for axis in 0..<3 {
                var normal = SIMD3<Float>.zero
                normal[axis] = corner[axis]
                let place = (SIMD2(corner[(axis + 1) % 3], corner[(axis + 2) % 3]) + 1) / 2
                add(anchor: corner, offset: normal, normal: normal, coordinate: place)
            }
        }
        for axis in 0..<3 {
            let (u, v) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3))
            for far in [0, 1 << axis] {
                addQuad([far, far | u, far | u | v, far | v].map { ($0, axis) }, corners)
            }
            // The edges along this axis.
            for base in [0, u, v, u | v] {
                let (i, j) = ((axis + 1) % 3, (axis + 2) % 3)
                addQuad([(base, i), (base, j), (base | 1 << axis, j), (base | 1 << axis, i)], corners)
            }
        }
        for bits in 0..<8 { addOutward([0, 1, 2].map { UInt32(bits * 3 + $0) }, corners[bits]) }
    }

    /// Two triangles over four vertices in order, each a corner and the face it lies on.
    private mutating func addQuad(_ places: [(corner: Int, axis: Int)], _ corners: [SIMD3<Float>]) {
        let names = places.map { UInt32($0.corner * 3 + $0.axis) }
        let outward = places.reduce(SIMD3<Float>.zero) { $0 + normals[Int(UInt32($1.corner * 3 + $1.axis))] }
        addOutward([names[0], names[1], names[2]], outward)
        addOutward([names[0], names[2], names[3]], outward)
    }

    /// A triangle, turned so that it is counterclockwise as seen from where `outward` points.
    private mutating func addOutward(_ names: [UInt32], _ outward: SIMD3<Float>) {
        // Stretched a little, as the corners of an edge lie on one point before.
        let points = names.map { anchors[Int($0)] + offsets[Int($0)] * 0.5 }
        let (a, b) = (points[1] - points[0], points[2] - points[0])
        let normal = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        addFace((normal * outward).sum() > 0 ? names : [names[0], names[2], names[1]])
    }
}
