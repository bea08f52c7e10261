import Geometry
import Models
import SceneGraph

/// The reader of glTF files, on one input; it must not trap, and everything that a model refers to must exist.
public enum ModelCheck {
    /// A model of these limits takes the fuzzer no noticeable time.
    private static let limits = {
        var limits = ModelLimits()
        limits.bytes = 1 << 20
        limits.vertices = 5_000
        limits.indices = 15_000
        limits.nodes = 200
        limits.animationValues = 20_000
        return limits
    }()

    /// Data for texts that have none of their own: small numbers, as 32-bit floating-point numbers.
    private static let data: [UInt8] = (0..<128).flatMap { index in
        let pattern = (Float(index % 16) / 8).bitPattern
        return (0..<4).map { UInt8(truncatingIfNeeded: pattern >> (8 * $0)) }
    }

    /// Reads an input, and stands the model in a scene; the first octet selects what the rest is: a file, or the text of
    /// one whose binary part is made up.
    ///
    /// - Returns: what does not agree; nil if all does.
    public static func error(_ octets: [UInt8]) -> String? {
        guard let kind = octets.first else { return nil }
        let rest = Array(octets.dropFirst())
        let file = kind % 2 == 0 ? rest : GLTFContainer.file(json: rest, binary: data)
        guard let model = try? Model(gltf: file, limits: limits, files: { _ in data }) else { return nil }
        return dangling(model) ?? stand(model)
    }

    /// What a model names but does not have.
    private static func dangling(_ model: Model) -> String? {
        let hasNode = { (index: Int) in model.nodes.indices.contains(index) }
        guard model.roots.allSatisfy(hasNode) else { return "a root is missing" }
        for node in model.nodes {
            guard node.children.allSatisfy(hasNode) else { return "a child is missing" }
            guard node.mesh.map(model.meshes.indices.contains) ?? true else { return "a mesh is missing" }
            guard node.skin.map(model.skins.indices.contains) ?? true else { return "a skin is missing" }
        }
        for skin in model.skins {
            guard skin.joints.allSatisfy(hasNode) else { return "a joint is missing" }
            guard skin.jointFromMesh.count == skin.joints.count else { return "a joint has no matrix" }
        }
        for part in model.meshes.joined() {
            let count = part.mesh.positions.count
            guard part.mesh.indices.allSatisfy({ $0 < count }) else { return "a corner is missing" }
            guard part.material.map(model.materials.indices.contains) ?? true else { return "a material is missing" }
            guard part.joints.isEmpty || part.joints.count == count else { return "a vertex has no joints" }
            guard part.joints.count == part.weights.count else { return "a joint has no weight" }
            guard part.mesh.positions.allSatisfy(isFinite) else { return "a corner is not finite" }
        }
        return nil
    }

    /// A model in a scene, at moments of its animations, and taken out again.
    private static func stand(_ model: Model) -> String? {
        var scene = Scene()
        let before = scene.count
        let placed = PlacedModel(model, in: &scene, images: model.images.map { _ in nil })
        for index in model.animations.indices {
            let duration = model.animations[index].duration
            guard duration.isFinite else { return "an animation never ends" }
            for seconds in [-1, 0, duration / 3, duration, duration + 1] {
                placed.show(animation: index, at: seconds, in: &scene)
            }
        }
        _ = model.bounds
        _ = model.triangleCount
        placed.remove(from: &scene)
        return scene.count == before ? nil : "a model leaves something in its scene"
    }

    private static func isFinite(_ point: SIMD3<Float>) -> Bool {
        point.x.isFinite && point.y.isFinite && point.z.isFinite
    }
}
