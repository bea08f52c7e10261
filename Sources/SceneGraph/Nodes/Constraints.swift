import Geometry

/// What a node does each time the camera moves.
public struct Constraints: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates constraints from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It is parallel to the screen and upright on it, with its front to the viewer, for example a label.
    public static let facesCamera = Constraints(rawValue: 1)
    /// It rotates only about the world's vertical, so that its +Z axis points towards the camera.
    public static let facesCameraUpright = Constraints(rawValue: 2)
    /// It keeps its size on the screen: the size that it has at 1 m from the camera.
    public static let keepsSizeOnScreen = Constraints(rawValue: 4)

    /// The node's transform for a camera.
    func applied(
        to worldFromNode: AffineTransform,
        from worldFromCamera: RigidTransform<WorldSpace, CameraSpace>
    ) -> AffineTransform {
        var result = worldFromNode
        let origin = worldFromNode.translation
        let towardsCamera = worldFromCamera.translation - origin
        if contains(.facesCamera) {
            let axes = worldFromCamera.rotation.matrix
            result.linear = facing(axes.column2, up: axes.column1, sizes: worldFromNode.linear)
        } else if contains(.facesCameraUpright) {
            let level = Vector3(towardsCamera.x, 0, towardsCamera.z)
            result.linear = facing(level, up: Vector3(0, 1, 0), sizes: worldFromNode.linear)
        }
        if contains(.keepsSizeOnScreen) {
            let forward = worldFromCamera.rotation * Vector3(0, 0, -1)
            result.linear = result.linear * max(0.05, -dot(towardsCamera, forward))
        }
        return result
    }

    /// Axes with +Z along a direction and the lengths of the old ones; the old ones if the direction has no length.
    private func facing(_ direction: Vector3, up: Vector3, sizes old: Matrix3) -> Matrix3 {
        let side = cross(up, direction)
        guard direction.length > 1e-9, side.length > 1e-9 else { return old }
        let z = direction.normalized
        let x = side.normalized
        return Matrix3(
            columns: x * old.column0.length,
            cross(z, x) * old.column1.length,
            z * old.column2.length
        )
    }
}
