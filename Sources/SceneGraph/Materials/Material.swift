/// The appearance of a node's surface.
public struct Material: Equatable, Sendable {
    /// The role of the surface.
    public enum Role: Equatable, Sendable {
        /// It is drawn.
        case visible
        /// It hides what is behind it and shows the camera's image: the shape of a real object.
        case occluder
        /// Only shadows show on it, and it hides nothing: a real floor or table.
        case shadowCatcher
    }

    /// The lighting model.
    public var lighting: LightingModel
    /// Its colour; multiplied by the diffuse map, if there is one.
    public var diffuse: Color
    /// An image of its colour.
    public var diffuseMap: TextureHandle?
    /// An image of its normals in tangent space, x right, y up, z out, as in OpenGL and glTF.
    public var normalMap: TextureHandle?
    /// An image of its highlight: Blinn's strength in red; or roughness in green and metalness in blue, as in glTF.
    public var specularMap: TextureHandle?
    /// How often the maps repeat over the surface, along and across.
    public var mapRepeats: SIMD2<Double>
    /// The opacity: 1 hides what is behind it, 0 is invisible.
    public var opacity: Double
    /// Whether its back is drawn too.
    public var isDoubleSided: Bool
    /// A pattern on the surface.
    public var pattern: Pattern
    /// The role of the surface.
    public var role: Role
    /// Whether objects in front hide it; false draws it over everything, for example a reticle.
    public var isHiddenBehindObjects: Bool

    /// Creates a material; the defaults give matt plaster.
    public init(
        _ diffuse: Color = .plaster,
        lighting: LightingModel = .physicallyBased(roughness: 0.55, metalness: 0),
        opacity: Double = 1,
        isDoubleSided: Bool = false,
        pattern: Pattern = .none
    ) {
        self.lighting = lighting
        self.diffuse = diffuse
        self.mapRepeats = SIMD2(1, 1)
        self.opacity = opacity
        self.isDoubleSided = isDoubleSided
        self.pattern = pattern
        self.role = .visible
        self.isHiddenBehindObjects = true
    }

    /// A colour that light does not change.
    public static func constant(_ color: Color, opacity: Double = 1) -> Material {
        Material(color, lighting: .constant, opacity: opacity)
    }

    /// Polished metal.
    public static func metal(_ color: Color = Color(hex: 0xC9CDD2), roughness: Double = 0.28) -> Material {
        Material(color, lighting: .physicallyBased(roughness: roughness, metalness: 1))
    }

    /// Hides what is behind it and is not drawn.
    public static let occluder: Material = {
        var material = Material()
        material.role = .occluder
        return material
    }()

    /// Shows only the shadows on it; `strength` 1 makes them black.
    public static func shadowCatcher(strength: Double = 0.55) -> Material {
        var material = Material(.black, lighting: .constant, opacity: strength)
        material.role = .shadowCatcher
        return material
    }
}
