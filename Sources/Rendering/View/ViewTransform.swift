import Geometry
import SceneGraph

/// From the world to a view: what a viewpoint shows, and how large.
struct ViewTransform {
    let clipFromWorld: ClipMatrix
    let frustum: ViewFrustum
    let eye: Vector3
    /// The pixels of the view that one unit of the plane one unit before the camera takes.
    let focalLength: Double

    init(_ viewpoint: Viewpoint) {
        clipFromWorld = viewpoint.clipFromCamera * ClipMatrix(viewpoint.worldFromCamera.inverse)
        frustum = ViewFrustum(clipFromWorld)
        eye = viewpoint.worldFromCamera.translation
        focalLength = viewpoint.focalLengthInView
    }

    /// A node's bounds in the world, the distance to their centre, and whether any of them may be in view; nil for a
    /// node without extent.
    func visibility(
        of geometry: NodeGeometry,
        _ worldFromNode: AffineTransform
    ) -> (bounds: BoundingBox, distance: Double, isSeen: Bool)? {
        guard let bounds = geometry.bounds?.transformed(by: worldFromNode) else { return nil }
        let isSeen = frustum.meetsSphere(center: bounds.center, radius: bounds.radius)
        return (bounds, (bounds.center - eye).length, isSeen)
    }
}
