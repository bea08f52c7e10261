import RealModule

/// A correlation filter's responses for every shift of a patch, one lane per scale, and the properties of their peaks.
struct FilterResponse {
    private let answers: UnsafePointer<FourierTransform.Lanes>
    /// Cells along a side.
    private let side: Int

    init(_ answers: UnsafePointer<FourierTransform.Lanes>, side: Int) { (self.answers, self.side) = (answers, side) }

    /// The responses at a cell, by rows.
    subscript(cell: Int) -> FourierTransform.Lanes { answers[cell] }

    /// The response at a cell; cyclic beyond the edges.
    func value(_ x: Int, _ y: Int, _ lane: Int) -> Float { answers[(y & (side - 1)) * side + (x & (side - 1))][lane] }

    /// The shift of a peak at a cell, cells, to a fraction of a cell.
    func shift(ofPeak x: Int, _ y: Int, _ lane: Int) -> SIMD2<Float> {
        let here = value(x, y, lane)
        let part = SIMD2(
            Self.vertex(value(x - 1, y, lane), here, value(x + 1, y, lane)),
            Self.vertex(value(x, y - 1, lane), here, value(x, y + 1, lane))
        )
        return SIMD2(Float(x < side / 2 ? x : x - side), Float(y < side / 2 ? y : y - side)) + part
    }

    /// The change of scale between the three lanes (same, smaller, larger), steps.
    ///
    /// The best scale is the vertex of the parabola through their peaks.
    func scaleSteps(atPeak x: Int, _ y: Int) -> Float {
        var peaks = FourierTransform.Lanes.zero
        for v in y - 1...y + 1 {
            for u in x - 1...x + 1 {
                let here = answers[(v & (side - 1)) * side + (u & (side - 1))]
                peaks.replace(with: here, where: here .> peaks)
            }
        }
        let (same, smaller, larger) = (peaks[0], peaks[1], peaks[2])
        if max(smaller, larger) > 1.01 * same { return larger > smaller ? 1 : -1 }
        return 0.8 * Self.vertex(smaller, same, larger)
    }

    /// The peak minus the mean of the responses at least a sixth of the patch away from it, over their deviation.
    func sharpness(ofPeak x: Int, _ y: Int, _ lane: Int) -> Float {
        let n = side
        var sum: Float = 0
        var square: Float = 0
        var count: Float = 0
        for v in 0..<n {
            let dy = (v - y + n + n / 2) % n - n / 2
            for u in 0..<n {
                let dx = (u - x + n + n / 2) % n - n / 2
                if dx * dx + dy * dy < 25 { continue }
                let value = answers[v * n + u][lane]
                sum += value
                square += value * value
                count += 1
            }
        }
        let mean = sum / count
        let deviation = max(1e-6, square / count - mean * mean).squareRoot()
        return (answers[y * n + x][lane] - mean) / deviation
    }

    /// The peak's position between three neighbours, as that of a Gaussian; as that of a parabola if a response is not
    /// positive.
    private static func vertex(_ before: Float, _ here: Float, _ after: Float) -> Float {
        var (a, b, c) = (before, here, after)
        if min(a, c) > 0.02 * b { (a, b, c) = (Float.log(a), Float.log(b), Float.log(c)) }
        let bend = a - 2 * b + c
        return bend < 0 ? max(-0.5, min(0.5, 0.5 * (a - c) / bend)) : 0
    }
}
