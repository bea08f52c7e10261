/// The six faces of a box: −x, +x, −y, +y, −z, +z, each seen from outside with +z (or +y on top) up.
enum BoxFace {
    /// The axis that points right on the face, and its sign.
    static func right(_ face: Int) -> (axis: Int, sign: Float) {
        switch face {
        case 0: (1, -1)
        case 1: (1, 1)
        case 2: (0, 1)
        case 3: (0, -1)
        default: (0, 1)
        }
    }

    /// The axis that points up on the face.
    static func upAxis(_ face: Int) -> Int { face < 4 ? 2 : 1 }

    /// The face's width and height for half lengths.
    static func size(_ face: Int, half: SIMD3<Float>) -> SIMD2<Float> {
        SIMD2(2 * half[right(face).axis], 2 * half[upAxis(face)])
    }

    /// Metres from the face's upper left corner, to the right and down.
    @inline(__always)
    static func coordinate(_ face: Int, point: SIMD3<Float>, half: SIMD3<Float>) -> SIMD2<Float> {
        switch face {
        case 0: SIMD2(half.y - point.y, half.z - point.z)
        case 1: SIMD2(half.y + point.y, half.z - point.z)
        case 2: SIMD2(half.x + point.x, half.z - point.z)
        case 3: SIMD2(half.x - point.x, half.z - point.z)
        default: SIMD2(half.x + point.x, half.y - point.y)
        }
    }

    /// The point of the face at an offset in metres from its upper left corner.
    static func point(_ face: Int, coordinate: SIMD2<Float>, half: SIMD3<Float>) -> SIMD3<Float> {
        var point = SIMD3<Float>.zero
        let (axis, sign) = right(face)
        point[axis] = sign * (coordinate.x - half[axis])
        point[upAxis(face)] = half[upAxis(face)] - coordinate.y
        point[face / 2] = face % 2 == 0 ? -half[face / 2] : half[face / 2]
        return point
    }

    /// The outward direction in the body's axes.
    static func normal(_ face: Int) -> SIMD3<Float> {
        var normal = SIMD3<Float>.zero
        normal[face / 2] = face % 2 == 0 ? -1 : 1
        return normal
    }
}
