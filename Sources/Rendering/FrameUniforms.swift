import CGLES

/// What all shaders share for one picture; the layout of the block `Frame` in `Shaders/FrameShader.swift`.
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
    /// The shadow map: a pixel's size as a part of it; the spread of the shadow's edge per metre of height, as a part of it; its
    /// depth in metres; its width in metres.
    var shadow: SIMD4<Float>

    /// The depth of clip space by the depth in metres: z = x − y / depth; the size of the shadow map for the edges on things.
    var clipDepth: SIMD4<Float>

    var floats: [SIMD4<Float>] {
        clipFromWorld.floats + shadowFromWorld.floats + [
            eye, towardsLight, lightColor, skyColor, groundColor, view, shadow, clipDepth,
        ]
    }
}
