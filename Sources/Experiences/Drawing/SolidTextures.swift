import Imaging
import RealModule
import SceneGraph

/// Textures for the finishes of pulled solids, generated on first use and added to one scene.
public struct SolidTextures {
    struct Maps {
        var diffuse: TextureHandle
        var normal: TextureHandle
        var specular: TextureHandle
    }

    /// The textures' size, pixels per side.
    private static let size = 128
    /// The repeats of a texture per metre.
    private static let repeatsAMetre = 5.0

    private var wood: Maps?
    private var metal: Maps?
    private var glaze: Maps?

    /// Starts without textures.
    public init() {}

    /// The material of a stroke's solid.
    mutating func material(of stroke: InkStroke, in scene: inout Scene) -> Material {
        material(stroke.finish, color: stroke.color, in: &scene)
    }

    /// A finish in a colour.
    mutating func material(_ finish: SolidFinish, color: Color, in scene: inout Scene) -> Material {
        switch finish {
        case .plain: return Material(color)
        case .wood:
            wood = wood ?? Self.maps(.wood, tint: Color(hex: 0xDDB27C), metalness: 0, depth: 0.3, in: &scene)
            return Self.material(.white, wood, metalness: 0)
        case .metal:
            metal = metal ?? Self.maps(.metal, tint: .white, metalness: 1, depth: 0.35, in: &scene)
            return Self.material(color.mixed(with: Color(hex: 0xC9CDD2), fraction: 0.45), metal, metalness: 1)
        case .glazed:
            glaze = glaze ?? Self.maps(.glaze, tint: .white, metalness: 0, depth: 0.25, in: &scene)
            return Self.material(color, glaze, metalness: 0)
        }
    }

    private static func material(_ color: Color, _ maps: Maps?, metalness: Double) -> Material {
        var material = Material(color, lighting: .physicallyBased(roughness: 1, metalness: metalness))
        material.diffuseMap = maps?.diffuse
        material.normalMap = maps?.normal
        material.specularMap = maps?.specular
        material.mapRepeats = SIMD2(repeatsAMetre, repeatsAMetre)
        return material
    }

    private static func maps(
        _ surface: SolidSurface,
        tint: Color,
        metalness: Double,
        depth: Double,
        in scene: inout Scene
    ) -> Maps {
        let step = 1 / Double(size)
        let diffuse = image { u, v in
            let shade = surface.shade(u, v)
            // Dark wood is redder than pale wood.
            return tint.components * SIMD3(shade, shade * (0.88 + 0.12 * shade), shade * (0.75 + 0.25 * shade))
        }
        let plain = image { u, v in SIMD3<Double>(repeating: surface.shade(u, v)) * tint.components }
        let normal = image { u, v in
            let across = surface.height(u + step, v) - surface.height(u - step, v)
            let along = surface.height(u, v + step) - surface.height(u, v - step)
            // The texture's rows run down, its normals' y axis points up.
            let bent = SIMD3(-across * depth, along * depth, 1)
            let length = (bent * bent).sum().squareRoot()
            return bent / length * 0.5 + 0.5
        }
        let specular = image { u, v in SIMD3(1, surface.roughness(u, v), metalness) }
        return Maps(
            diffuse: scene.add(Texture(.image(tint == .white ? plain : diffuse), isRepeating: true)),
            normal: scene.add(Texture(.image(normal), isRepeating: true)),
            specular: scene.add(Texture(.image(specular), isRepeating: true))
        )
    }

    private static func image(_ color: (Double, Double) -> SIMD3<Double>) -> ColorImage {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size * size * 4)
        for y in 0..<size {
            for x in 0..<size {
                let here = color((Double(x) + 0.5) / Double(size), (Double(y) + 0.5) / Double(size))
                for channel in 0..<3 { bytes.append(UInt8(min(255, max(0, here[channel] * 255 + 0.5)))) }
                bytes.append(255)
            }
        }
        return ColorImage(width: size, height: size, bytes: bytes)
    }
}
