import Geometry

/// A node's transform in its parent: scale, then rotation, then translation.
public struct Transform: Equatable, Sendable {
    /// The node's origin in its parent, metres.
    public var translation: Vector3
    /// The rotation of the node's axes to its parent's.
    public var rotation: Rotation
    /// The factors along the node's own axes.
    public var scale: Vector3

    /// Creates a transform.
    public init(translation: Vector3 = .zero, rotation: Rotation = .identity, scale: Vector3 = Vector3(1, 1, 1)) {
        self.translation = translation
        self.rotation = rotation
        self.scale = scale
    }

    /// A pose without scale, such as an anchor's.
    public init<Destination: Space, Source: Space>(_ pose: RigidTransform<Destination, Source>) {
        self.init(translation: pose.translation, rotation: pose.rotation)
    }

    /// The identity.
    public static let identity = Transform()

    /// The transform as a linear map and a translation.
    public var affine: AffineTransform {
        let axes = rotation.matrix
        return AffineTransform(
            linear: Matrix3(columns: axes.column0 * scale.x, axes.column1 * scale.y, axes.column2 * scale.z),
            translation: translation
        )
    }
}
