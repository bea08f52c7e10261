import Geometry
import SceneGraph

/// A three-dimensional model, such as a chair, read from a glTF 2.0 file.
///
/// The model's axes are glTF's: x right, y up, z towards the viewer, metres.
public struct Model: Sendable {
    /// A node with a transform in its parent and an optional mesh.
    public struct ModelNode: Sendable {
        /// Its name, for people.
        public var name: String
        /// Its rest transform in its parent.
        public var transform: Transform
        /// The indices of its children in `Model.nodes`.
        public var children: [Int]
        /// The index of its mesh in `Model.meshes`.
        public var mesh: Int?
        /// The index of the skin of its mesh in `Model.skins`.
        public var skin: Int?
    }

    /// Triangles of one material.
    public struct Part: Sendable {
        /// The triangles, metres in the node.
        public var mesh: Mesh
        /// The index of the material in `Model.materials`; nil for glTF's default.
        public var material: Int?
        /// The joints of each vertex, four per vertex, as indices in the skin; empty without a skin.
        public var joints: [SIMD4<UInt16>]
        /// The weights of the four joints; their sum is 1.
        public var weights: [SIMD4<Float>]
    }

    /// A surface; it refers to images by their indices in `Model.images`.
    public struct Surface: Sendable {
        /// The material without its images.
        public var material: Material
        /// The image of its colour.
        public var diffuseImage: Int?
        /// The image of its normals.
        public var normalImage: Int?
        /// The image of its roughness (green) and metalness (blue).
        public var specularImage: Int?
        /// Whether the colour image's alpha applies.
        public var usesImageOpacity: Bool
        /// Whether images repeat beyond their edges.
        public var isRepeating: Bool
    }

    /// An image of the file, still encoded.
    public struct EncodedImage: Equatable, Sendable {
        /// `image/png` or `image/jpeg`.
        public var mediaType: String
        /// The encoded image.
        public var bytes: [UInt8]
    }

    /// The joints of a deformed mesh.
    public struct Skin: Sendable {
        /// The nodes that are joints.
        public var joints: [Int]
        /// The transforms from the mesh at rest to each joint.
        public var jointFromMesh: [AffineTransform]
    }

    /// The nodes; parents may come after their children.
    public internal(set) var nodes: [ModelNode] = []
    /// The indices of the nodes without a parent.
    public internal(set) var roots: [Int] = []
    /// The meshes: each is a list of parts with one material.
    public internal(set) var meshes: [[Part]] = []
    /// The surfaces.
    public internal(set) var materials: [Surface] = []
    /// The images.
    public internal(set) var images: [EncodedImage] = []
    /// The skins.
    public internal(set) var skins: [Skin] = []
    /// The animations.
    public internal(set) var animations: [ModelAnimation] = []
    /// What the reader omitted from the file, in words, such as "lines and points are not drawn".
    public internal(set) var omissions: [String] = []

    /// The transform of each node to the model, from the nodes' transforms in their parents.
    public func modelFromNodes(_ transforms: [Transform]) -> [AffineTransform] {
        precondition(transforms.count == nodes.count, "one transform a node")
        var result = [AffineTransform](repeating: .identity, count: nodes.count)
        var waiting = roots.map { ($0, AffineTransform.identity) }
        while let (index, parent) = waiting.popLast() {
            result[index] = parent * transforms[index].affine
            for child in nodes[index].children { waiting.append((child, result[index])) }
        }
        return result
    }

    /// The rest transform of each node in its parent.
    public var restTransforms: [Transform] { nodes.map { $0.transform } }

    /// The number of triangles that are drawn.
    public var triangleCount: Int {
        nodes(under: roots).reduce(0) { sum, index in
            sum + (nodes[index].mesh.map { meshes[$0].reduce(0) { $0 + $1.mesh.indices.count / 3 } } ?? 0)
        }
    }

    /// The smallest box around the model at rest, metres along the model's axes; nil if it has no triangles.
    public var bounds: BoundingBox? {
        let placed = modelFromNodes(restTransforms)
        var all: BoundingBox?
        for index in nodes(under: roots) {
            guard let mesh = nodes[index].mesh else { continue }
            for part in meshes[mesh] {
                let shape = deformed(part, of: index, placed)
                let modelFromMesh = nodes[index].skin == nil ? placed[index] : .identity
                guard let box = BoundingBox(of: shape.positions.lazy.map { modelFromMesh * Vector3($0) }) else {
                    continue
                }
                all = all?.union(box) ?? box
            }
        }
        return all
    }

    /// Some nodes and all their descendants.
    func nodes(under tops: [Int]) -> [Int] {
        var (reached, waiting): ([Int], [Int]) = ([], tops)
        while let index = waiting.popLast() {
            reached.append(index)
            waiting += nodes[index].children
        }
        return reached
    }

    /// A part's triangles deformed by its node's skin, in the model's axes; unchanged without a skin.
    func deformed(_ part: Part, of node: Int, _ modelFromNodes: [AffineTransform]) -> Mesh {
        guard let index = nodes[node].skin, !part.joints.isEmpty else { return part.mesh }
        let skin = skins[index]
        let modelFromMesh = skin.joints.indices.map { modelFromNodes[skin.joints[$0]] * skin.jointFromMesh[$0] }
        var mesh = part.mesh
        for i in mesh.positions.indices {
            var (position, normal) = (Vector3.zero, Vector3.zero)
            for k in 0..<4 where part.weights[i][k] > 0 {
                let (joint, weight) = (modelFromMesh[Int(part.joints[i][k])], Double(part.weights[i][k]))
                position += (joint * Vector3(part.mesh.positions[i])) * weight
                normal += (joint.linear * Vector3(part.mesh.normals[i])) * weight
            }
            mesh.positions[i] = SIMD3<Float>(position)
            if normal.length > 0 { mesh.normals[i] = SIMD3<Float>(normal.normalized) }
        }
        return mesh
    }
}
