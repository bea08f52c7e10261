import Geometry

/// A solid of a scene.
public struct SceneBody: Sendable {
    /// The shape; half lengths, metres, in its own axes.
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

    /// Its name.
    public var name: String
    /// Its shape.
    public var shape: Shape
    /// Its centre in the world, metres, +Z up.
    public var centre: Vector3
    /// Its rotation.
    public var rotation: Rotation
    /// Half its lengths along its own axes, metres.
    public var halfSize: Vector3
    /// The materials of its faces: −x, +x, −y, +y, −z, +z.
    public var materials: [SurfaceMaterial]
    /// The object that it is a part of, as a leg of a table; its own name if it stands alone.
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
