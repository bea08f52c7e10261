import RealModule

/// The shapes that the options allow.
///
/// A rectangle seen at a slant appears narrower, and its corners less square. If the shape in the image exceeds the
/// limits, the limits apply to the rectangle in space instead, which follows from the vanishing points and the lens (Z.
/// Zhang, L. He, "Whiteboard scanning and image enhancement", 2007).
struct QuadShape {
    let ratioLimits: ClosedRange<Float>
    /// Sine of the greatest deviation from a right angle.
    let tolerance: Float
    let minimumSide: Float
    let focalLength: Float
    let centre: SIMD2<Float>

    init(_ options: QuadrilateralOptions, size: SIMD2<Float>, focalLength: Float, centre: SIMD2<Float>) {
        let low = Float(options.minimumAspectRatio)
        ratioLimits = low...max(low, Float(options.maximumAspectRatio))
        tolerance = Float(Double.sin(min(options.quadratureTolerance, 1.5)))
        minimumSide = Float(options.minimumSize) * min(size.x, size.y)
        self.focalLength = focalLength
        self.centre = centre
    }

    func allows(_ quad: QuadHypothesis) -> Bool {
        let (p, q, r, s) = quad.corners
        let x = SIMD4(q.x - p.x, r.x - q.x, s.x - r.x, p.x - s.x)
        let y = SIMD4(q.y - p.y, r.y - q.y, s.y - r.y, p.y - s.y)
        let lengths = (x * x + y * y).squareRoot()
        guard lengths.least >= minimumSide else { return false }
        let (nextX, nextY) = (x.turned, y.turned)
        let areas = x * nextY - y * nextX
        guard areas.least > 0 || (-areas).least > 0 else { return false }
        let cosines = (x * nextX + y * nextY) / (lengths * lengths.turned)
        let slant = max(-cosines.least, -(-cosines).least)
        let wide = (lengths[0] + lengths[2]) / 2
        let high = (lengths[1] + lengths[3]) / 2
        let ratio = min(wide, high) / max(wide, high)
        if slant <= tolerance && ratioLimits.contains(ratio) { return true }
        guard slant < min(0.95, tolerance * 1.75), let space = inSpace(quad) else { return false }
        return space.slant <= tolerance && space.ratio >= ratioLimits.lowerBound * 0.9
            && space.ratio <= ratioLimits.upperBound * 1.1
    }

    /// The ratio of the sides and the sine of the corners' deviation of the parallelogram in space with this image.
    private func inSpace(_ quad: QuadHypothesis) -> (ratio: Float, slant: Float)? {
        let m = (ray(quad.corners.0), ray(quad.corners.1), ray(quad.corners.2), ray(quad.corners.3))
        // Depths of the other corners relative to the first, from m0 − m1·k1 + m2·k2 − m3·k3 = 0.
        let whole = determinant(m.1, m.2, m.3)
        guard abs(whole) > 1e-9 else { return nil }
        let k1 = determinant(m.0, m.2, m.3) / whole
        let k2 = -determinant(m.1, m.0, m.3) / whole
        let k3 = determinant(m.1, m.2, m.0) / whole
        guard k1 > 0, k2 > 0, k3 > 0 else { return nil }
        let along = k1 * m.1 - m.0
        let down = k3 * m.3 - m.0
        let a = (along * along).sum().squareRoot()
        let b = (down * down).sum().squareRoot()
        guard a > 0, b > 0 else { return nil }
        return (min(a, b) / max(a, b), abs((along * down).sum()) / (a * b))
    }

    private func ray(_ corner: SIMD2<Float>) -> SIMD3<Float> {
        let p = (corner - centre) / focalLength
        return SIMD3(p.x, p.y, 1)
    }

    private func determinant(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>) -> Float {
        a.x * (b.y * c.z - b.z * c.y) - b.x * (a.y * c.z - a.z * c.y) + c.x * (a.y * b.z - a.z * b.y)
    }
}

/// Four numbers, one per side of a quadrilateral.
extension SIMD4<Float> {
    /// The least of the four.
    @inline(__always)
    var least: Float { Swift.min(Swift.min(x, y), Swift.min(z, w)) }

    /// The numbers shifted by one side.
    @inline(__always)
    var turned: SIMD4<Float> { SIMD4(y, z, w, x) }
}
