/// A rotation and a translation that transform coordinates in `Source` to coordinates in `Destination`.
///
/// Named parent-from-child: `let worldFromCamera: RigidTransform<WorldSpace, CameraSpace>`.
public struct RigidTransform<Destination: Space, Source: Space>: Equatable, Sendable {
    /// The rotation of directions in the source to directions in the destination.
    public var rotation: Rotation
    /// The source's origin in the destination, metres.
    public var translation: Vector3

    /// Creates a transform.
    @inlinable
    public init(rotation: Rotation, translation: Vector3) {
        self.rotation = rotation
        self.translation = translation
    }

    /// The identity.
    @inlinable public static var identity: Self { Self(rotation: .identity, translation: .zero) }

    /// The inverse.
    public var inverse: RigidTransform<Source, Destination> {
        let back = rotation.inverse
        return RigidTransform<Source, Destination>(rotation: back, translation: -(back * translation))
    }

    /// The transform `b` followed by `a`; the inner spaces must match.
    public static func * <Origin: Space>(
        a: RigidTransform<Destination, Source>,
        b: RigidTransform<Source, Origin>
    ) -> RigidTransform<Destination, Origin> {
        RigidTransform<Destination, Origin>(
            rotation: a.rotation * b.rotation,
            translation: a.rotation * b.translation + a.translation
        )
    }

    /// Transforms a point from the source to the destination.
    public static func * (a: Self, pointInSource: Vector3) -> Vector3 { a.rotation * pointInSource + a.translation }

    /// Interpolates to another transform: the rotation along its arc, the translation along a line.
    public func interpolated(to other: Self, fraction: Double) -> Self {
        Self(
            rotation: rotation.interpolated(to: other.rotation, fraction: fraction),
            translation: translation + (other.translation - translation) * fraction
        )
    }
}
