import Geometry

extension Scene {
    /// The nodes that a ray meets, the nearest first; a node is met once, where the ray enters it.
    ///
    /// `slack` thickens polylines by so many metres, since a finger is blunt. `worldFromCamera` is where the scene is seen from,
    /// for nodes that face the camera.
    public func hits(
        of ray: Ray,
        slack: Double = 0,
        from worldFromCamera: RigidTransform<WorldSpace, CameraSpace>? = nil
    ) -> [Hit] {
        var hits: [Hit] = []
        forEachVisible(from: worldFromCamera) { handle, node, worldFromNode in
            guard node.isHitTestable, let geometry = node.geometry, let nodeFromWorld = worldFromNode.inverse else {
                return
            }
            let local = LocalRay(
                origin: nodeFromWorld * ray.origin,
                direction: nodeFromWorld.linear * ray.direction
            )
            guard let (distance, normal) = local.meets(geometry, slack: slack) else { return }
            // Normals go by the inverse transpose.
            let turned = (nodeFromWorld.linear.transposed * normal).normalized
            let towards = dot(turned, ray.direction) > 0 ? -turned : turned
            hits.append(
                Hit(node: handle, distance: distance, pointInWorld: ray.point(at: distance), normalInWorld: towards)
            )
        }
        return hits.sorted { $0.distance < $1.distance }
    }
}
