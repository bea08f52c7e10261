import Geometry
import Imaging
import SceneGraph

/// A model in a scene; it owns the list of its nodes.
public struct PlacedModel: Sendable {
    /// A part whose shape depends on the model's skin.
    private struct BentPart: Sendable {
        let handle: NodeHandle
        let node: Int
        let part: Model.Part
    }

    /// The root node of the model; the caller owns its transform.
    public let root: NodeHandle
    private let model: Model
    private let handles: [NodeHandle?]
    private let bentParts: [BentPart]
    private let textures: [TextureHandle]

    /// Adds a model to a scene.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - scene: The scene.
    ///   - parent: The parent node; nil for the top.
    ///   - images: The model's images, decoded, one each; nil for one that could not be decoded, whose texture is then
    ///     omitted. Their bytes are sRGB or, for normals and roughness, linear numbers, as in the files.
    public init(_ model: Model, in scene: inout Scene, under parent: NodeHandle? = nil, images: [ColorImage?] = []) {
        let root = scene.add(Node("Model"), to: parent)
        let materials = Self.materials(of: model, images, in: &scene)
        let placed = model.modelFromNodes(model.restTransforms)
        var handles = [NodeHandle?](repeating: nil, count: model.nodes.count)
        var bent: [BentPart] = []
        var waiting = model.roots.reversed().map { (index: $0, parent: root) }
        while let (index, parent) = waiting.popLast() {
            let node = model.nodes[index]
            let handle = scene.add(Node(node.name, transform: node.transform), to: parent)
            handles[index] = handle
            for child in node.children.reversed() { waiting.append((child, handle)) }
            guard let mesh = node.mesh else { continue }
            for part in model.meshes[mesh] where !part.mesh.indices.isEmpty {
                let isBent = node.skin != nil && !part.joints.isEmpty
                var shape = Node(node.name, geometry: .mesh(model.deformed(part, of: index, placed)))
                shape.material = part.material.map { materials[$0] } ?? Self.plain
                // A reflection reverses the orientation of triangles.
                if placed[index].linear.determinant < 0 { shape.material.isDoubleSided = true }
                // Only joints move a skinned mesh; its node's transform is ignored.
                let shapeHandle = scene.add(shape, to: isBent ? root : handle)
                if isBent { bent.append(BentPart(handle: shapeHandle, node: index, part: part)) }
            }
        }
        self.model = model
        self.root = root
        self.handles = handles
        bentParts = bent
        textures = materials.flatMap { [$0.diffuseMap, $0.normalMap, $0.specularMap].compactMap { $0 } }
    }

    /// glTF's default material.
    private static let plain = Material(.white, lighting: .physicallyBased(roughness: 1, metalness: 1))

    private static func materials(of model: Model, _ images: [ColorImage?], in scene: inout Scene) -> [Material] {
        var textures: [TextureKey: TextureHandle] = [:]
        func texture(_ image: Int?, isRepeating: Bool, isOpaque: Bool, in scene: inout Scene) -> TextureHandle? {
            guard let image, image < images.count, var pixels = images[image] else { return nil }
            let key = TextureKey(image: image, isRepeating: isRepeating, isOpaque: isOpaque)
            if let known = textures[key] { return known }
            if isOpaque { for i in stride(from: 3, to: pixels.bytes.count, by: 4) { pixels.bytes[i] = 255 } }
            let handle = scene.add(Texture(.image(pixels), isRepeating: isRepeating))
            textures[key] = handle
            return handle
        }
        return model.materials.map { surface in
            var material = surface.material
            let repeats = surface.isRepeating
            material.diffuseMap = texture(
                surface.diffuseImage,
                isRepeating: repeats,
                isOpaque: !surface.usesImageOpacity,
                in: &scene
            )
            material.normalMap = texture(surface.normalImage, isRepeating: repeats, isOpaque: true, in: &scene)
            material.specularMap = texture(surface.specularImage, isRepeating: repeats, isOpaque: true, in: &scene)
            return material
        }
    }

    private struct TextureKey: Hashable {
        let image: Int
        let isRepeating: Bool
        let isOpaque: Bool
    }

    /// Shows the model at a time of one of its animations.
    public func show(animation: Int, at seconds: Double, in scene: inout Scene) {
        var transforms = model.restTransforms
        model.animations[animation].apply(at: seconds, to: &transforms)
        show(transforms, in: &scene)
    }

    /// Moves the model to its rest pose.
    public func showRest(in scene: inout Scene) { show(model.restTransforms, in: &scene) }

    private func show(_ transforms: [Transform], in scene: inout Scene) {
        for (index, handle) in handles.enumerated() {
            if let handle, scene.contains(handle) { scene[handle].transform = transforms[index] }
        }
        guard !bentParts.isEmpty else { return }
        let placed = model.modelFromNodes(transforms)
        for bent in bentParts where scene.contains(bent.handle) {
            scene[bent.handle].geometry = .mesh(model.deformed(bent.part, of: bent.node, placed))
        }
    }

    /// Removes the model from the scene; one pixel of each of its textures stays, so that handles remain valid.
    public func remove(from scene: inout Scene) {
        scene.remove(root)
        let pixel = ColorImage(width: 1, height: 1, bytes: [0, 0, 0, 0])
        for texture in textures { scene[texture].content = .image(pixel) }
    }
}
