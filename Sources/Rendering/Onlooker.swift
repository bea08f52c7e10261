import Geometry

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
}
