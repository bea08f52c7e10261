import Geometry
import SceneGraph

extension Model {
    /// Reads a glTF 2.0 file, binary (`.glb`) or text (`.gltf`).
    ///
    /// Khronos Group, "glTF 2.0 Specification", 2021. It reads nodes, triangles, metal-roughness materials with their
    /// textures, skins and animations of nodes; extensions: KHR_materials_unlit, KHR_texture_transform,
    /// KHR_mesh_quantization. `omissions` lists what it does not read.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - limits: The limits of the model.
    ///   - files: Returns the bytes of a file beside the model by its relative address in the model; nil if it does not
    ///     exist. The caller decides which addresses it accepts.
    /// - Throws: What is wrong with the file, and where.
    public init(
        gltf bytes: [UInt8],
        limits: ModelLimits = ModelLimits(),
        files: (String) -> [UInt8]? = { _ in nil }
    ) throws(ModelError) {
        let file = try GLTFFile(bytes, limits: limits)
        var reader = GLTFReader(
            root: file.root,
            accessors: try AccessorReader(file, limits: limits, files: files),
            limits: limits
        )
        self = try reader.model(files)
    }
}

/// Builds a model from a glTF file's parts.
private struct GLTFReader {
    let root: GLTFElement
    let accessors: AccessorReader
    let limits: ModelLimits
    private var model = Model()
    private var placements: [MapPlacement] = []
    private var vertexCount = 0
    private var indexCount = 0
    private var omissions = Omissions()

    init(root: GLTFElement, accessors: AccessorReader, limits: ModelLimits) {
        self.root = root
        self.accessors = accessors
        self.limits = limits
    }

    /// The supported extensions that change the appearance.
    private static let extensions: [StaticString] = [
        "KHR_materials_unlit", "KHR_texture_transform", "KHR_mesh_quantization",
    ]

    mutating func model(_ files: (String) -> [UInt8]?) throws(ModelError) -> Model {
        for name in try root.strings("extensionsRequired") {
            guard Self.extensions.contains(where: { name.isExactly($0) }) else {
                throw .unsupported("it needs the extension \(name)")
            }
        }
        try readImages(files)
        var materials = try MaterialReader(root: root, imageCount: model.images.count)
        for element in try root.objects("materials") {
            let (surface, placement) = try materials.surface(element)
            model.materials.append(surface)
            placements.append(placement)
        }
        for element in try root.objects("meshes") { model.meshes.append(try mesh(element)) }
        try readNodes()
        var motions = MotionReader(accessors: accessors, nodeCount: model.nodes.count, limits: limits)
        for element in try root.objects("skins") { model.skins.append(try motions.skin(element)) }
        try checkSkins()
        for element in try root.objects("animations") { model.animations.append(try motions.animation(element)) }
        for others in [materials.omissions, motions.omissions] { omissions.note(others) }
        model.omissions = omissions.words
        return model
    }

    // MARK: - Images

    private mutating func readImages(_ files: (String) -> [UInt8]?) throws(ModelError) {
        for element in try root.objects("images") {
            let bytes: [UInt8]
            if let view = try element.index("bufferView", below: accessors.viewCount) {
                bytes = Array(accessors.bytes(ofView: view))
            } else if let address = try element.string("uri") {
                bytes = try Resource.bytes(at: address, element, files)
            } else {
                throw element.error("it has neither a view nor an address")
            }
            guard bytes.count <= limits.bytes else { throw .tooLarge("\(element.path) of \(bytes.count) bytes") }
            model.images.append(.init(mediaType: try mediaType(of: bytes, element), bytes: bytes))
        }
    }

    /// The media type from the first bytes, since declarations are often wrong.
    private func mediaType(of bytes: [UInt8], _ element: GLTFElement) throws(ModelError) -> String {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        throw .unsupported("\(element.path) is neither PNG nor JPEG")
    }

    // MARK: - Meshes

    private mutating func mesh(_ element: GLTFElement) throws(ModelError) -> [Model.Part] {
        var parts: [Model.Part] = []
        for primitive in try element.objects("primitives") {
            if let part = try part(primitive) { parts.append(part) }
        }
        return parts
    }

    private mutating func part(_ element: GLTFElement) throws(ModelError) -> Model.Part? {
        if try element.extension("KHR_draco_mesh_compression") != nil {
            throw .unsupported("\(element.path) is packed with KHR_draco_mesh_compression")
        }
        let mode = try element.count("mode") ?? 4
        guard (4...6).contains(mode) else {
            omissions.note("lines and points are not drawn")
            return nil
        }
        guard let attributes = try element.object("attributes"),
            let positions = try attributes.index("POSITION", below: accessors.count)
        else {
            omissions.note("a mesh without positions is not drawn")
            return nil
        }
        let count = accessors.count(of: positions)
        vertexCount += count
        guard vertexCount <= limits.vertices else { throw .tooLarge("\(vertexCount) vertices") }
        let material = try element.index("material", below: model.materials.count)
        let placement = material.map { placements[$0] } ?? MapPlacement()
        let vertices = VertexReader(accessors: accessors, attributes: attributes, count: count)
        let corners = try triangles(try corners(element, count: count), mode: mode, element)
        let (joints, weights) = try vertices.joints()
        if attributes.contains("COLOR_0") { omissions.note("colours of vertices are not drawn") }
        if element.contains("targets") { omissions.note("morph targets are not drawn") }
        return Model.Part(
            mesh: Mesh(
                positions: try vertices.vectors("POSITION") ?? [],
                normals: try vertices.normals(),
                coordinates: try vertices.coordinates(placement),
                indices: corners
            ),
            material: material,
            joints: joints,
            weights: weights
        )
    }

    private mutating func corners(_ element: GLTFElement, count: Int) throws(ModelError) -> [UInt32] {
        guard let index = try element.index("indices", below: accessors.count) else {
            return (0..<UInt32(count)).map { $0 }
        }
        indexCount += accessors.count(of: index)
        guard indexCount <= limits.indices else { throw .tooLarge("\(indexCount) corners of triangles") }
        let corners = try accessors.integers(index, width: 1)
        guard corners.allSatisfy({ $0 < count }) else {
            throw element.error("a triangle names a vertex that is not there")
        }
        return corners
    }

    /// Three corners per triangle, from triangles (4), a strip (5) or a fan (6).
    private func triangles(_ corners: [UInt32], mode: Int, _ element: GLTFElement) throws(ModelError) -> [UInt32] {
        guard mode != 4 else {
            guard corners.count % 3 == 0 else {
                throw element.error("\(corners.count) corners make no whole triangles")
            }
            return corners
        }
        guard corners.count >= 3 else { throw element.error("\(corners.count) corners make no triangle") }
        return (0..<corners.count - 2).flatMap { i -> [UInt32] in
            if mode == 6 { return [corners[i + 1], corners[i + 2], corners[0]] }
            // Every second triangle of a strip has the opposite orientation.
            return i % 2 == 0
                ? [corners[i], corners[i + 1], corners[i + 2]] : [corners[i], corners[i + 2], corners[i + 1]]
        }
    }

    // MARK: - Nodes

    private mutating func readNodes() throws(ModelError) {
        let elements = try root.objects("nodes")
        guard elements.count <= limits.nodes else { throw .tooLarge("\(elements.count) nodes") }
        let skinCount = try root.objects("skins").count
        for element in elements {
            model.nodes.append(
                Model.ModelNode(
                    name: try element.string("name") ?? "",
                    transform: try NodeTransform.read(element),
                    children: try element.indices("children", below: elements.count),
                    mesh: try element.index("mesh", below: model.meshes.count),
                    skin: try element.index("skin", below: skinCount)
                )
            )
            if element.contains("camera") { omissions.note("cameras are left out") }
            if try element.extension("KHR_lights_punctual") != nil { omissions.note("lights are left out") }
        }
        let tops = try tops(elements)
        let scenes = try root.objects("scenes")
        guard let scene = try root.index("scene", below: scenes.count) ?? (scenes.isEmpty ? nil : 0) else {
            model.roots = tops
            return
        }
        model.roots = try scenes[scene].indices("nodes", below: elements.count)
        // A node that is used twice, or below itself, would make a small file expand to a large model.
        guard Set(model.roots).count == model.roots.count, Set(model.roots).isSubset(of: tops) else {
            throw scenes[scene].error("its nodes must have no parent and be named once")
        }
    }

    /// The nodes without a parent; each node has one at most, and none is its own descendant.
    private func tops(_ elements: [GLTFElement]) throws(ModelError) -> [Int] {
        var hasParent = [Bool](repeating: false, count: model.nodes.count)
        for node in model.nodes {
            for child in node.children {
                guard !hasParent[child] else { throw elements[child].error("it has two parents") }
                hasParent[child] = true
            }
        }
        // With one parent each, nodes that a traversal from the top does not reach form a cycle.
        let tops = hasParent.indices.filter { !hasParent[$0] }
        guard model.nodes(under: tops).count == model.nodes.count else {
            throw .malformed("nodes: some hang under themselves")
        }
        return tops
    }

    // MARK: - Skins

    private func checkSkins() throws(ModelError) {
        for (i, node) in model.nodes.enumerated() {
            guard let skin = node.skin, let mesh = node.mesh else { continue }
            let count = model.skins[skin].joints.count
            for part in model.meshes[mesh] {
                guard part.joints.allSatisfy({ Int($0.max()) < count }) else {
                    throw .malformed("nodes[\(i)]: a vertex names a joint that its skin does not have")
                }
            }
        }
    }
}
