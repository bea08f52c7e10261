import Geometry

extension Scene {
    /// Calls `body` with every visible node and its place in the world, parents first; constraints hold for the viewer.
    ///
    /// `worldFromCamera` nil leaves constraints out.
    public func forEachVisible(
        from worldFromCamera: RigidTransform<WorldSpace, CameraSpace>?,
        _ body: (NodeHandle, borrowing Node, AffineTransform) -> Void
    ) {
        var waiting: [(index: Int32, parent: AffineTransform)] = []
        for root in roots.reversed() { waiting.append((root, .identity)) }
        while let (index, worldFromParent) = waiting.popLast() {
            let slot = slots[Int(index)]
            if slot.node.isHidden { continue }
            var worldFromNode = worldFromParent * slot.node.transform.affine
            if let worldFromCamera, !slot.node.constraints.isEmpty {
                worldFromNode = slot.node.constraints.applied(to: worldFromNode, from: worldFromCamera)
            }
            body(handle(index), slot.node, worldFromNode)
            for child in slot.children.reversed() { waiting.append((child, worldFromNode)) }
        }
    }
}

extension Constraints {
    /// The node's place as a camera sees it.
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

    /// Axes with +Z along a direction, as long as the old ones; the old ones where the direction is no direction.
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
