import Geometry
import SceneGraph

/// One drawn shape: its pose, sizes and looks, as the mesh shader reads them.
struct MeshInstance: Equatable, BitwiseCopyable {
    /// The rows of the pose in the world.
    var row0: SIMD4<Float>
    var row1: SIMD4<Float>
    var row2: SIMD4<Float>
    /// What stretches the anchors; the radius that stretches the offsets.
    var extent: SIMD4<Float>
    /// Linear colour and opacity.
    var color: SIMD4<Float>
    /// Shininess and highlight, or roughness and metalness; how often maps repeat.
    var surface: SIMD4<Float>
    /// The pattern's kind and two sizes; the lighting model.
    var pattern: SIMD4<Float>

    init(worldFromNode: AffineTransform, extent: SIMD3<Float>, radius: Float, material: Material) {
        let m = worldFromNode.linear
        let t = worldFromNode.translation
        row0 = SIMD4(Vector4(m.row0, t.x))
        row1 = SIMD4(Vector4(m.row1, t.y))
        row2 = SIMD4(Vector4(m.row2, t.z))
        self.extent = SIMD4(extent, radius)
        color = SIMD4(SIMD3<Float>(material.diffuse.linear), Float(material.opacity))
        let (model, first, second) = material.lighting.numbers
        surface = SIMD4(first, second, Float(material.mapRepeats.x), Float(material.mapRepeats.y))
        pattern = SIMD4(material.pattern.numbers, model)
    }
}

extension LightingModel {
    /// As the mesh shader reads it: the model and its two parameters.
    fileprivate var numbers: (model: Float, first: Float, second: Float) {
        switch self {
        case .constant: (0, 0, 0)
        case .blinn(let shininess, let specular): (1, Float(shininess), Float(specular))
        case .physicallyBased(let roughness, let metalness): (2, Float(roughness), Float(metalness))
        }
    }
}

extension Pattern {
    /// As the mesh shader reads it: the kind and two sizes.
    fileprivate var numbers: SIMD3<Float> {
        switch self {
        case .none: .zero
        case .grid(let spacing, let lineWidth): SIMD3(1, Float(spacing), Float(lineWidth))
        case .dots(let spacing, let diameter): SIMD3(2, Float(spacing), Float(diameter))
        case .ring(let width): SIMD3(3, Float(width), 0)
        }
    }
}
