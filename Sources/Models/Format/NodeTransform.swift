import Geometry
import SceneGraph

/// Reads a node's transform in its parent.
///
/// Khronos Group, "glTF 2.0 Specification", 2021, section 3.5.2.
enum NodeTransform {
    /// The transform of a node: a matrix, or translation, rotation and scale.
    static func read(_ element: GLTFElement) throws(ModelError) -> Transform {
        if let matrix = try element.numbers("matrix", count: 16) { return try parts(of: matrix, element) }
        let translation = try element.numbers("translation", count: 3) ?? [0, 0, 0]
        let rotation = try element.numbers("rotation", count: 4) ?? [0, 0, 0, 1]
        let scale = try element.numbers("scale", count: 3) ?? [1, 1, 1]
        guard rotation.reduce(0, { $0 + $1 * $1 }) > 1e-6 else { throw element.error("its rotation has no length") }
        return Transform(
            translation: Vector3(translation[0], translation[1], translation[2]),
            rotation: Rotation(x: rotation[0], y: rotation[1], z: rotation[2], w: rotation[3]),
            scale: Vector3(scale[0], scale[1], scale[2])
        )
    }

    /// Sixteen numbers, column by column, as a linear map and a translation.
    static func affine(_ m: [Double]) -> AffineTransform {
        AffineTransform(
            linear: Matrix3(
                columns: Vector3(m[0], m[1], m[2]),
                Vector3(m[4], m[5], m[6]),
                Vector3(m[8], m[9], m[10])
            ),
            translation: Vector3(m[12], m[13], m[14])
        )
    }

    /// Translation, rotation and scale of a matrix; glTF does not allow a matrix with skew.
    private static func parts(of numbers: [Double], _ element: GLTFElement) throws(ModelError) -> Transform {
        let affine = affine(numbers)
        let (x, y, z) = (affine.linear.column0, affine.linear.column1, affine.linear.column2)
        var scale = Vector3(x.length, y.length, z.length)
        guard min(scale.x, scale.y, scale.z) > 0 else { throw element.error("its matrix flattens it") }
        // A reflection has one negative factor; any axis is possible.
        if dot(cross(x, y), z) < 0 { scale.x = -scale.x }
        let axes = Matrix3(columns: x / scale.x, y / scale.y, z / scale.z)
        return Transform(translation: affine.translation, rotation: Rotation(matrix: axes), scale: scale)
    }
}
