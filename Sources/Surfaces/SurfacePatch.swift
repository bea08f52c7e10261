import Geometry

/// The shades that a view shows of one cell of a plane.
struct SurfacePatch {
    static let side = 7
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Variance of its gray values from which a patch has texture.
        ///
        /// Unit: gray levels squared. Range: 4…100. Origin: by hand.
        var leastVariance: Float = 16
        /// Square of a cell's diagonal below which it is sampled in the image of full size.
        ///
        /// Unit: pixels squared of the half-sized image. Range: 10…100. Origin: by hand.
        var leastDiagonalSquared: Float = 32
    }

    static let tuning = Tuning()

    let mean: Float
    let variance: Float
    private var shades = InlineShades()

    /// Sampled over a cell whose corners the view shows, in order around it; the homography is taken as bilinear within
    /// the cell.
    init(_ view: SurfaceView, corners: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)) {
        let diagonal = corners.2 - corners.0
        let isWhole = (diagonal * diagonal).sum() < Self.tuning.leastDiagonalSquared
        var sum: Float = 0
        var squares: Float = 0
        for row in 0..<Self.side {
            let v = (Float(row) + 0.5) / Float(Self.side)
            let left = corners.0 + (corners.3 - corners.0) * v
            let right = corners.1 + (corners.2 - corners.1) * v
            for column in 0..<Self.side {
                let u = (Float(column) + 0.5) / Float(Self.side)
                let shade = view.shade(at: left + (right - left) * u, isWhole: isWhole)
                shades[row * Self.side + column] = shade
                sum += shade
                squares += shade * shade
            }
        }
        let count = Float(Self.side * Self.side)
        mean = sum / count
        variance = max(0, squares / count - mean * mean)
    }

    /// How alike two patches are, whatever the exposure: 1 for the same, 0 for nothing in common.
    func correlation(with other: SurfacePatch) -> Float {
        var sum: Float = 0
        for index in 0..<Self.side * Self.side {
            sum += (shades[index] - mean) * (other.shades[index] - other.mean)
        }
        let scale = (variance * other.variance).squareRoot() * Float(Self.side * Self.side)
        return scale > 0 ? sum / scale : 0
    }
}

/// Room for the shades of a patch, without a heap.
private struct InlineShades {
    private var parts = (SIMD32<Float>(), SIMD32<Float>())

    subscript(index: Int) -> Float {
        get { index < 32 ? parts.0[index] : parts.1[index - 32] }
        set {
            if index < 32 { parts.0[index] = newValue } else { parts.1[index - 32] = newValue }
        }
    }
}
