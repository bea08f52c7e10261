import Geometry

/// A graph of nodes with their textures: a value, edited between frames and drawn as it stands.
///
/// Nodes live in an array; handles with a generation name them, so that a handle kept too long names nothing.
public struct Scene: Sendable {
    struct Slot: Sendable {
        var node: Node
        var generation: Int32
        var isUsed: Bool
        var parent: Int32
        var children: [Int32]
    }

    var slots: [Slot] = []
    var free: [Int32] = []
    var roots: [Int32] = []
    /// The pictures that materials name, by their handles' places.
    public private(set) var textures: [Texture] = []
    /// The light of the camera's picture; it colours and dims the scene's lights.
    public var roomLight: RoomLight = .neutral

    /// A scene without nodes; without lights it is drawn as if `addDefaultLights` had been called.
    public init() {}

    /// The number of nodes.
    public var count: Int { slots.count - free.count }

    /// Whether a handle names a node.
    public func contains(_ handle: NodeHandle) -> Bool {
        handle.index >= 0 && Int(handle.index) < slots.count && slots[Int(handle.index)].isUsed
            && slots[Int(handle.index)].generation == handle.generation
    }

    /// The node of a handle, which must be of this scene and not removed.
    public subscript(handle: NodeHandle) -> Node {
        get {
            precondition(contains(handle), "the node has been removed")
            return slots[Int(handle.index)].node
        }
        _modify {
            precondition(contains(handle), "the node has been removed")
            yield &slots[Int(handle.index)].node
        }
    }

    /// Puts a texture in; materials name it by the handle.
    public mutating func add(_ texture: Texture) -> TextureHandle {
        textures.append(texture)
        return TextureHandle(index: Int32(textures.count - 1))
    }

    /// The texture of a handle.
    public subscript(handle: TextureHandle) -> Texture {
        get { textures[Int(handle.index)] }
        _modify { yield &textures[Int(handle.index)] }
    }
}
