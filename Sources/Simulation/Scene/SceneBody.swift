import Geometry

/// A solid of a scene.
public struct SceneBody: Sendable {
    /// What it is shaped like; half lengths, metres, in its own axes.
    public enum Shape: Equatable, Sendable {
        /// A box.
        case box
        /// An upright cylinder; the half length in x is its radius.
        case cylinder
        /// A ball; the half length in x is its radius.
        case ball
        /// A box seen from inside: the room.
        case shell
    }

    /// What it is called.
    public var name: String
    /// Its shape.
    public var shape: Shape
    /// Its middle in the world, metres, +Z up.
    public var centre: Vector3
    /// Its turn.
    public var rotation: Rotation
    /// Half its lengths along its own axes, metres.
    public var halfSize: Vector3
    /// What its faces are made of: −x, +x, −y, +y, −z, +z.
    public var materials: [SurfaceMaterial]
    /// The thing it is a part of, as a table's leg is; its own name where it stands alone.
    public var group: String

    init(
        name: String,
        shape: Shape = .box,
        centre: Vector3,
        rotation: Rotation = .identity,
        size: Vector3,
        material: SurfaceMaterial,
        group: String? = nil
    ) {
        self.name = name
        self.shape = shape
        self.centre = centre
        self.rotation = rotation
        halfSize = size / 2
        materials = [SurfaceMaterial](repeating: material, count: 6)
        self.group = group ?? name
    }
}
