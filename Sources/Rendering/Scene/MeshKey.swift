import SceneGraph

/// What things must share to be drawn in one call: the mesh, the maps and the state, packed so that they sort.
struct MeshKey: Equatable {
    var value: UInt64

    init(mesh: Int, material: Material) {
        let maps = [material.diffuseMap, material.normalMap, material.specularMap].map { UInt64(($0?.index ?? -1) + 1) }
        value =
            UInt64(mesh) & 0xF_FFFF | (maps[0] & 0xFFF) << 20 | (maps[1] & 0xFFF) << 32 | (maps[2] & 0xFFF) << 44
            | (material.isDoubleSided ? 1 << 56 : 0) | (material.isHiddenBehindObjects ? 0 : 1 << 57)
            | (material.isMirroring ? 1 << 58 : 0) | material.lighting.kind << 59
    }

    var mesh: Int { Int(value & 0xF_FFFF) }
    var diffuseMap: TextureHandle? { handle(20) }
    var normalMap: TextureHandle? { handle(32) }
    var specularMap: TextureHandle? { handle(44) }
    var isDoubleSided: Bool { value >> 56 & 1 == 1 }
    var isOverEverything: Bool { value >> 57 & 1 == 1 }

    var isMirroring: Bool { value >> 58 & 1 == 1 }
    var isConstant: Bool { value >> 59 == LightingModel.constant.kind }
    var isBlinn: Bool { value >> 59 == LightingModel.blinn(shininess: 1, specular: 0).kind }

    private func handle(_ shift: UInt64) -> TextureHandle? {
        let number = Int32(truncatingIfNeeded: value >> shift & 0xFFF)
        return number > 0 ? TextureHandle(index: number - 1) : nil
    }
}

extension LightingModel {
    /// Each kind has a shader of its own, as software works out both ways of a choice within one.
    fileprivate var kind: UInt64 {
        switch self {
        case .constant: 0
        case .blinn: 1
        case .physicallyBased: 2
        }
    }
}

extension Material {
    /// Whether the room is seen in it clearly enough to be worth drawing.
    fileprivate var isMirroring: Bool {
        if case .physicallyBased(let roughness, let metalness) = lighting {
            return roughness < 0.5 || metalness > 0 || specularMap != nil
        }
        return false
    }
}
