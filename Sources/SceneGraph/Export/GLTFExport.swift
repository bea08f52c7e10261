import Geometry

/// Collects a scene's parts in glTF's order.
///
/// Khronos Group, "glTF 2.0 Specification", 2021.
struct GLTFExport {
    struct ExportedNode {
        var node: Node
        var children: [Int] = []
        var mesh: Int?
        var light: Int?
    }

    struct ExportedMesh {
        var material: Int
        var vertexCount: Int
        var bounds: BoundingBox
        var positions: Range<Int>
        var normals: Range<Int>
        var coordinates: Range<Int>
        var indices: Range<Int>
    }

    let scene: Scene
    private(set) var nodes: [ExportedNode] = []
    private(set) var roots: [Int] = []
    private(set) var meshes: [ExportedMesh] = []
    private(set) var materials: [Material] = []
    private(set) var lights: [(color: Color, intensity: Double)] = []
    private(set) var images: [(texture: TextureHandle, bytes: Range<Int>)] = []
    private(set) var binary = ByteWriter()

    init(_ scene: Scene) {
        self.scene = scene
        for root in scene.children(of: nil) {
            if let index = add(root) { roots.append(index) }
        }
    }

    private mutating func add(_ handle: NodeHandle) -> Int? {
        let node = scene[handle]
        guard !node.isHidden else { return nil }
        let index = nodes.count
        nodes.append(ExportedNode(node: node))
        if node.material.role == .visible, let mesh = node.geometry?.mesh, !mesh.indices.isEmpty {
            nodes[index].mesh = add(mesh, material: add(node.material))
        }
        if case .directional(let color, let intensity, _) = node.light {
            lights.append((color, intensity))
            nodes[index].light = lights.count - 1
        }
        for child in scene.children(of: handle) {
            if let childIndex = add(child) { nodes[index].children.append(childIndex) }
        }
        return index
    }

    private mutating func add(_ material: Material) -> Int {
        if let known = materials.firstIndex(of: material) { return known }
        materials.append(material)
        for map in [material.diffuseMap, material.normalMap, material.specularMap] {
            if let map { addImage(map) }
        }
        return materials.count - 1
    }

    private mutating func addImage(_ texture: TextureHandle) {
        guard image(of: texture) == nil, case .image(let pixels) = scene[texture].content else { return }
        let start = binary.bytes.count
        binary.bytes += StoredPNG.bytes(of: pixels)
        images.append((texture, start..<binary.bytes.count))
        binary.pad(to: 4, with: 0)
    }

    /// The index of a texture among the images; nil if the host owns its pixels.
    func image(of texture: TextureHandle?) -> Int? { images.firstIndex { $0.texture == texture } }

    private mutating func add(_ mesh: Mesh, material: Int) -> Int {
        let bounds = BoundingBox(of: mesh.positions.lazy.map { Vector3($0) }) ?? BoundingBox(halfExtent: .zero)
        let positions = block { writer in for p in mesh.positions { writer.append(p) } }
        let normals = block { writer in for n in mesh.normals { writer.append(n) } }
        let coordinates = block { writer in for c in mesh.coordinates { writer.append(c) } }
        let indices = block { writer in for i in mesh.indices { writer.append(i) } }
        meshes.append(
            ExportedMesh(
                material: material,
                vertexCount: mesh.positions.count,
                bounds: bounds,
                positions: positions,
                normals: normals,
                coordinates: coordinates,
                indices: indices
            )
        )
        return meshes.count - 1
    }

    private mutating func block(_ write: (inout ByteWriter) -> Void) -> Range<Int> {
        let start = binary.bytes.count
        write(&binary)
        return start..<binary.bytes.count
    }

    /// The file.
    func file() -> [UInt8] { GLTFContainer.file(json: GLTFText(self).json(), binary: binary.bytes) }
}
