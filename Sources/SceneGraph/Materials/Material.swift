/// What a node's surface looks like.
public struct Material: Equatable, Sendable {
    /// What the surface is for.
    public enum Role: Equatable, Sendable {
        /// It is drawn.
        case visible
        /// It hides what is behind it and shows the camera's image itself: a real thing's shape.
        case occluder
        /// Only shadows show on it, and it hides nothing: a real floor or table.
        case shadowCatcher
    }

    /// How it answers light.
    public var lighting: LightingModel
    /// Its colour; multiplied with the diffuse map where there is one.
    public var diffuse: Color
    /// An image of its colour.
    public var diffuseMap: TextureHandle?
    /// An image of its normals in tangent space, x right, y up, z out, as OpenGL and glTF have them.
    public var normalMap: TextureHandle?
    /// An image of its highlight: Blinn's strength in red; or roughness in green and metalness in blue, as glTF has
    /// them.
    public var specularMap: TextureHandle?
    /// How often the maps repeat over the surface, along and across.
    public var mapRepeats: SIMD2<Double>
    /// 1 hides what is behind it, 0 is invisible.
    public var opacity: Double
    /// Whether its back is drawn too.
    public var isDoubleSided: Bool
    /// A drawing on the surface.
    public var pattern: Pattern
    /// What it is for.
    public var role: Role
    /// Whether what is in front of it hides it; false draws it over everything, as a reticle wants.
    public var isHiddenBehindObjects: Bool

    /// A material; the defaults make a clean matt plaster.
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

    /// Hides what is behind and is not drawn.
    public static let occluder: Material = {
        var material = Material()
        material.role = .occluder
        return material
    }()

    /// Shows only the shadows that fall on it; `strength` 1 makes them black.
    public static func shadowCatcher(strength: Double = 0.55) -> Material {
        var material = Material(.black, lighting: .constant, opacity: strength)
        material.role = .shadowCatcher
        return material
    }
}
