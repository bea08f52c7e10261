/// Why a model cannot be read.
public enum ModelError: Error, Equatable, Sendable {
    /// The file is truncated or inconsistent; the part, such as `accessors[3].count`, and the reason.
    case malformed(String)
    /// The file needs an unsupported feature, such as `KHR_draco_mesh_compression`.
    case unsupported(String)
    /// The file exceeds a limit of `ModelLimits`; the quantity, and its value.
    case tooLarge(String)
    /// A file that the model refers to is missing; its relative address.
    case missingFile(String)
}

extension ModelError: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .malformed(let reason): "the model is damaged: \(reason)"
        case .unsupported(let reason): "the model cannot be shown: \(reason)"
        case .tooLarge(let reason): "the model is too large: \(reason)"
        case .missingFile(let name): "the model needs the file \(name), which was not given"
        }
    }
}

/// The limits of a model.
public struct ModelLimits: Sendable {
    /// Bytes of the file and of each file that it refers to.
    public var bytes = 128 << 20
    /// Vertices of all meshes.
    public var vertices = 2_000_000
    /// Corners of all triangles.
    public var indices = 12_000_000
    /// Nodes.
    public var nodes = 20_000
    /// Values of all animations and skins.
    public var animationValues = 20_000_000

    /// The defaults, which a phone can still draw.
    public init() {}
}
