/// Four lines that may be a rectangle's sides, opposite ones at 0 and 2, 1 and 3.
struct QuadHypothesis {
    var lines = SIMD4<Int32>.zero
    /// The corners in the order of the sides: the first is between line 0 and line 1.
    var corners: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>, SIMD2<Float>) = (.zero, .zero, .zero, .zero)
    var score: Float = 0
    /// The texture difference between the strips inside and outside each line, 0…1.
    var texture = SIMD4<Float>.zero

    subscript(corner: Int) -> SIMD2<Float> {
        get {
            switch corner & 3 {
            case 0: corners.0
            case 1: corners.1
            case 2: corners.2
            default: corners.3
            }
        }
        set {
            switch corner & 3 {
            case 0: corners.0 = newValue
            case 1: corners.1 = newValue
            case 2: corners.2 = newValue
            default: corners.3 = newValue
            }
        }
    }

    /// Twice the signed area.
    var doubleArea: Float {
        let p = corners.2 - corners.0
        let q = corners.3 - corners.1
        return p.x * q.y - p.y * q.x
    }
}
