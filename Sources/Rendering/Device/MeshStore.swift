import SceneGraph

/// The meshes in the graphics memory: the primitives, and the shapes of nodes as long as they are drawn.
struct MeshStore {
    private struct Entry {
        var geometry: NodeGeometry
        var mesh: GPUMesh
        var lastUse: Int
    }

    private var primitives: [GPUMesh?] = Array(
        repeating: nil,
        count: Primitive.allCases.count * MeshDetail.allCases.count
    )
    /// By the node's slot.
    private var entries: [Entry?] = []
    private var time = 0

    /// Begins an image; shapes that were not drawn for a while are let go.
    mutating func beginImage() {
        time += 1
        for i in entries.indices {
            if let entry = entries[i], time - entry.lastUse > 120 {
                entry.mesh.delete()
                entries[i] = nil
            }
        }
    }

    /// The number of a primitive's mesh.
    mutating func number(
        of primitive: Primitive,
        detail: MeshDetail,
        _ statistics: inout RenderingStatistics
    ) -> Int {
        let number = primitive.rawValue * MeshDetail.allCases.count + detail.rawValue
        if primitives[number] == nil {
            primitives[number] = GPUMesh(PrimitiveMesh(primitive, detail: detail), &statistics)
        }
        return number
    }

    /// The number of a node's own mesh, sent when it has changed; nil for a shape without triangles.
    mutating func number(
        of geometry: NodeGeometry,
        node: NodeHandle,
        _ statistics: inout RenderingStatistics
    ) -> Int? {
        let slot = Int(node.rawValue & 0xFFFF_FFFF)
        while entries.count <= slot { entries.append(nil) }
        if let entry = entries[slot], Self.isSame(entry.geometry, geometry) {
            entries[slot]?.lastUse = time
        } else {
            entries[slot]?.mesh.delete()
            entries[slot] = nil
            guard let mesh = geometry.mesh, !mesh.indices.isEmpty else { return nil }
            entries[slot] = Entry(geometry: geometry, mesh: GPUMesh(mesh, &statistics), lastUse: time)
        }
        return primitives.count + slot
    }

    subscript(number: Int) -> GPUMesh? {
        number < primitives.count ? primitives[number] : entries[number - primitives.count]?.mesh
    }

    func delete() {
        for mesh in primitives { mesh?.delete() }
        for entry in entries { entry?.mesh.delete() }
    }

    /// Arrays that share their storage compare at once, so that an unchanged shape costs nothing.
    private static func isSame(_ a: NodeGeometry, _ b: NodeGeometry) -> Bool {
        switch (a, b) {
        case (.mesh(let first), .mesh(let second)): first == second
        case (.tube(let first), .tube(let second)): first == second
        default: false
        }
    }
}
