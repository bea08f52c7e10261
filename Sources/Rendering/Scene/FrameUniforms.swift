import CGLES
import Geometry
import SceneGraph

/// What all shaders share for one image; the layout of the block `Frame` in `Shaders/FrameShader.swift`.
struct FrameUniforms {
    var clipFromWorld: ClipMatrix
    var shadowFromWorld: ClipMatrix
    /// Where the camera is; how many pixels one unit at depth one takes.
    var eye: SIMD4<Float>
    /// Towards the light; the shadow's strength.
    var towardsLight: SIMD4<Float>
    /// The light's colour, linear; whether there is a shadow.
    var lightColor: SIMD4<Float>
    /// The light from above and from below, linear.
    var skyColor: SIMD4<Float>
    var groundColor: SIMD4<Float>
    /// The view's size in pixels and its inverse.
    var view: SIMD4<Float>
    /// The shadow map: a pixel's size as a part of it; the spread of the shadow's edge per metre of height, as a part
    /// of it; its depth in metres; its width in metres.
    var shadow: SIMD4<Float>

    /// The depth of clip space by the depth in metres: z = x − y / depth; the size of the shadow map for the edges on
    /// things.
    var clipDepth: SIMD4<Float>

    var floats: [SIMD4<Float>] {
        clipFromWorld.floats + shadowFromWorld.floats + [
            eye, towardsLight, lightColor, skyColor, groundColor, view, shadow, clipDepth,
        ]
    }
}

extension FrameUniforms {
    /// The numbers of one image.
    init(_ viewpoint: Viewpoint, _ view: ViewTransform, rig: LightRig, fit: ShadowFit?) {
        clipFromWorld = view.clipFromWorld
        shadowFromWorld = fit?.mapFromWorld ?? view.clipFromWorld
        eye = SIMD4(Vector4(view.eye, view.focalLength))
        towardsLight = SIMD4(Vector4(rig.towardsLight, rig.shadow?.strength ?? 0))
        lightColor = SIMD4(Vector4(rig.color, fit == nil ? 0 : 1))
        skyColor = SIMD4(Vector4(rig.sky, 0))
        groundColor = SIMD4(Vector4(rig.ground, 0))
        let size = Vector2(Double(viewpoint.viewSize.x), Double(viewpoint.viewSize.y))
        self.view = SIMD4(Vector4(size.x, size.y, 1 / size.x, 1 / size.y))
        let side = Double(rig.shadow?.mapSize ?? 1)
        let width = fit?.width ?? 1
        let softness = (rig.shadow?.softness ?? 0) / 2
        shadow = SIMD4(Vector4(1 / side, softness / width, fit?.depth ?? 1, width))
        let (near, far) = (viewpoint.depthRange.lowerBound, viewpoint.depthRange.upperBound)
        let level = ShadowShader.level(ofPixels: ShadowShader.radii[0] * softness / width * side).rounded(.down)
        clipDepth = SIMD4(Vector4((far + near) / (far - near), 2 * far * near / (far - near), level, 0))
    }
}
