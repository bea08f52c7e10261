import Geometry
import SceneGraph

/// Who looks at a scene.
struct Onlooker {
    let clipFromWorld: ClipMatrix
    let frustum: ViewFrustum
    let eye: Vector3
    /// The pixels of the view that one unit of the plane one unit before the eye takes.
    let focalLength: Double

    init(_ viewpoint: Viewpoint) {
        clipFromWorld = viewpoint.clipFromCamera * ClipMatrix(viewpoint.worldFromCamera.inverse)
        frustum = ViewFrustum(clipFromWorld)
        eye = viewpoint.worldFromCamera.translation
        focalLength = viewpoint.focalLengthInView
    }

    /// What a node's shape takes up in the world, how far away its middle is, and whether any of it may be seen; nil where it has no extent.
    func sight(
        of geometry: NodeGeometry,
        _ worldFromNode: AffineTransform
    ) -> (bounds: BoundingBox, distance: Double, isSeen: Bool)? {
        guard let bounds = geometry.bounds?.transformed(by: worldFromNode) else { return nil }
        let isSeen = frustum.meetsSphere(center: bounds.center, radius: bounds.radius)
        return (bounds, (bounds.center - eye).length, isSeen)
    }
}
