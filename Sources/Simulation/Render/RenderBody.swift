import Geometry

/// A solid in the renderer's form.
struct RenderBody {
    let shape: SceneBody.Shape
    /// The rotation from the world's axes to the body's axes: three rows.
    let row0: SIMD3<Float>
    let row1: SIMD3<Float>
    let row2: SIMD3<Float>
    let centre: SIMD3<Float>
    let half: SIMD3<Float>
    /// The radius of the bounding sphere, metres.
    let radius: Float
    /// The index of its first face in the scene's list.
    var firstFace: Int
    /// The light on its sides along −x, +x, −y, +y, −z, +z of the world, for bodies that are not boxes.
    var cube: AmbientCube
    /// Whether it moves: a part of the hand.
    var isMoving = false

    init(_ body: SceneBody, firstFace: Int) {
        shape = body.shape
        let matrix = body.rotation.inverse.matrix
        row0 = SIMD3<Float>(matrix.row0)
        row1 = SIMD3<Float>(matrix.row1)
        row2 = SIMD3<Float>(matrix.row2)
        centre = SIMD3<Float>(body.centre)
        half = SIMD3<Float>(body.halfSize)
        radius = Float(body.halfSize.length)
        self.firstFace = firstFace
        cube = AmbientCube()
    }

    /// A direction in the world, in the body's axes.
    func local(_ d: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3((row0 * d).sum(), (row1 * d).sum(), (row2 * d).sum())
    }

    /// A direction in the body's axes, in the world.
    func world(_ d: SIMD3<Float>) -> SIMD3<Float> { row0 * d.x + row1 * d.y + row2 * d.z }

    /// How far its bounding box reaches above a plane through a point, metres; below zero if it is entirely behind.
    func height(above point: SIMD3<Float>, _ normal: SIMD3<Float>) -> Float {
        let n = local(normal)
        return ((centre - point) * normal).sum() + (SIMD3(abs(n.x), abs(n.y), abs(n.z)) * half).sum()
    }
}
