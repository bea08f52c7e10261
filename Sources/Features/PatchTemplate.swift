import Imaging

/// The surroundings of a point, 16 × 16 samples, prepared for alignment in another image.
///
/// Inverse-compositional Lucas–Kanade (S. Baker, I. Matthews, "Lucas-Kanade 20 years on", IJCV 2004) with the
/// brightness model J = gain · T + offset projected out before (A. Bartoli, "Groupwise geometric and photometric direct
/// image registration", 2008): gradients made orthogonal to the samples and to a constant do not depend on gain and
/// offset, so an iteration needs only two inner products.
struct PatchTemplate {
    /// Samples along a side.
    static let side = 16

    /// Three planes of 16 rows of 16: samples minus their mean, gradients in x, gradients in y.
    private let planes: UnsafeMutablePointer<PixelRow>
    /// Scratch memory for sampling: 19 rows of samples, 19 of gradients.
    private let rows: UnsafeMutablePointer<PixelRow>
    /// The inverse of the normal matrix: xx, xy, yy.
    private var inverse = SIMD3<Float>.zero
    /// The sum of squared samples after subtraction of the mean.
    private(set) var energy: Float = 0
    /// The smaller eigenvalue of the normal matrix, per sample.
    private(set) var strength: Float = 0

    init() {
        planes = .allocate(capacity: 3 * Self.side)
        planes.initialize(repeating: .zero, count: 3 * Self.side)
        rows = .allocate(capacity: 2 * 19)
        rows.initialize(repeating: .zero, count: 2 * 19)
    }

    func deallocate() {
        planes.deallocate()
        rows.deallocate()
    }
}

extension PatchTemplate {
    /// Whether a point's surroundings can be read from a level.
    static func fits(_ point: SIMD2<Float>, in level: PyramidLevel) -> Bool {
        point.x >= 0 && point.y >= 0 && point.x < Float(level.width) && point.y < Float(level.height)
    }

    /// Captures the samples around a point that `fits`.
    mutating func capture(_ level: PyramidLevel, around point: SIMD2<Float>) {
        let start = point - 8
        let corner = start.rounded(.down)
        let fraction = start - corner
        let column = Int(corner.x)
        let row = Int(corner.y)
        let line = level.row(row - 1) + column
        Self.readRows(line - 1, line, line + 1, line + 2, level.bytesPerRow, fraction.x, into: rows)
        blendRows(fraction.y)
        finish()
    }

    /// Captures the samples around a point that `fits`, with a warp: the template's sample at offset u is read at
    /// `point + columns · u`.
    mutating func capture(
        _ level: PyramidLevel,
        around point: SIMD2<Float>,
        columns: (SIMD2<Float>, SIMD2<Float>)
    ) {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 32) { line in
            guard let base = line.baseAddress else { return }
            for y in 0..<18 {
                let start = point + columns.1 * (Float(y) - 8.5)
                for x in 0..<18 { base[x] = level.sample(at: start + columns.0 * (Float(x) - 8.5)) }
                rows[y] = PixelRow(loading: base + 1)
                rows[19 + y] = (PixelRow(loading: base + 2) - PixelRow(loading: base)) * 0.5
            }
        }
        rows[18] = rows[17]
        rows[37] = rows[36]
        blendRows(0)
        finish()
    }

    /// Nineteen rows of samples and of gradients in x, interpolated between the columns at `fraction`.
    ///
    /// Four pointers and a separate call, here and below, so that the compiler does not mix neighbouring reads lane by
    /// lane.
    @inline(never)
    private static func readRows(
        _ a: UnsafePointer<UInt8>,
        _ b: UnsafePointer<UInt8>,
        _ c: UnsafePointer<UInt8>,
        _ d: UnsafePointer<UInt8>,
        _ stride: Int,
        _ fraction: Float,
        into rows: UnsafeMutablePointer<PixelRow>
    ) {
        var offset = 0
        for y in 0..<19 {
            let left = PixelRow(pixels: b + offset)
            let right = PixelRow(pixels: c + offset)
            let slope = right - PixelRow(pixels: a + offset)
            let next = PixelRow(pixels: d + offset) - left
            rows[y] = left + (right - left) * fraction
            rows[19 + y] = (slope + (next - slope) * fraction) * 0.5
            offset += stride
        }
    }

    /// Interpolates between the rows at `fraction` and fills the three planes.
    private mutating func blendRows(_ fraction: Float) {
        var above = rows[0] + (rows[1] - rows[0]) * fraction
        var here = rows[1] + (rows[2] - rows[1]) * fraction
        for y in 0..<16 {
            let below = rows[y + 2] + (rows[y + 3] - rows[y + 2]) * fraction
            planes[y] = here
            planes[16 + y] = rows[20 + y] + (rows[21 + y] - rows[20 + y]) * fraction
            planes[32 + y] = (below - above) * 0.5
            above = here
            here = below
        }
    }

    /// Removes mean, gain and offset, and inverts the normal matrix.
    private mutating func finish() {
        var sums = (PixelRow.zero, PixelRow.zero, PixelRow.zero)
        for y in 0..<16 {
            sums.0 += planes[y]
            sums.1 += planes[16 + y]
            sums.2 += planes[32 + y]
        }
        let means = PixelRow.totals(sums.0, sums.1, sums.2) / 256
        var squares = PixelRow.zero
        var alongX = PixelRow.zero
        var alongY = PixelRow.zero
        for y in 0..<16 {
            let sample = planes[y] - means.x
            planes[y] = sample
            squares += sample * sample
            alongX += sample * planes[16 + y]
            alongY += sample * planes[32 + y]
        }
        let products = PixelRow.totals(squares, alongX, alongY)
        energy = products.x
        let scale = 1 / Swift.max(energy, 1)
        orthogonalize(means: SIMD2(means.y, means.z), gains: SIMD2(products.y, products.z) * scale)
    }

    private mutating func orthogonalize(means: SIMD2<Float>, gains: SIMD2<Float>) {
        var xx = PixelRow.zero
        var xy = PixelRow.zero
        var yy = PixelRow.zero
        for y in 0..<16 {
            let slopeX = planes[16 + y] - means.x - planes[y] * gains.x
            let slopeY = planes[32 + y] - means.y - planes[y] * gains.y
            planes[16 + y] = slopeX
            planes[32 + y] = slopeY
            xx += slopeX * slopeX
            xy += slopeX * slopeY
            yy += slopeY * slopeY
        }
        let sums = PixelRow.totals(xx, xy, yy)
        let a = sums.x
        let b = sums.y
        let c = sums.z
        let determinant = a * c - b * b
        let spread = ((a - c) * (a - c) + 4 * b * b).squareRoot()
        strength = (a + c - spread) / 512
        inverse = determinant > 0 ? SIMD3(c, -b, a) / determinant : .zero
    }
}

extension PatchTemplate {
    /// The step from a position in another image that `fits` towards the template, pixels of the level.
    func step(from point: SIMD2<Float>, in level: PyramidLevel) -> SIMD2<Float> {
        let location = SampleLocation(point, in: level)
        let sums = Self.products(location.line, location.line + 1, level.bytesPerRow, location.fraction, planes)
        let gain = Swift.max(sums.x / Swift.max(energy, 1), 0.2)
        let x = inverse.x * sums.y + inverse.y * sums.z
        let y = inverse.y * sums.y + inverse.z * sums.z
        return SIMD2(-x, -y) / gain
    }

    /// The correlation of the template with a position in another image that `fits`, -1…1.
    func correlation(at point: SIMD2<Float>, in level: PyramidLevel) -> Float {
        let location = SampleLocation(point, in: level)
        let sums = Self.moments(location.line, location.line + 1, level.bytesPerRow, location.fraction, planes)
        let variance = Swift.max(sums.z - sums.y * sums.y / 256, 1)
        return sums.x / (variance * Swift.max(energy, 1)).squareRoot()
    }

    /// The first pixel of the sixteen rows around a point, and the point's fraction of a pixel.
    private struct SampleLocation {
        var line: UnsafePointer<UInt8>
        var fraction: SIMD2<Float>

        @inline(__always)
        init(_ point: SIMD2<Float>, in level: PyramidLevel) {
            let start = point - 8
            let corner = start.rounded(.down)
            fraction = start - corner
            line = UnsafePointer(level.row(Int(corner.y)) + Int(corner.x))
        }
    }

    /// Inner products of a position's samples with the three planes.
    @inline(never)
    private static func products(
        _ left: UnsafePointer<UInt8>,
        _ right: UnsafePointer<UInt8>,
        _ stride: Int,
        _ fraction: SIMD2<Float>,
        _ planes: UnsafePointer<PixelRow>
    ) -> SIMD3<Float> {
        var sums = (PixelRow.zero, PixelRow.zero, PixelRow.zero)
        var above = between(left, right, fraction.x)
        var offset = stride
        for y in 0..<side {
            let below = between(left + offset, right + offset, fraction.x)
            let sample = above + (below - above) * fraction.y
            sums.0 += planes[y] * sample
            sums.1 += planes[16 + y] * sample
            sums.2 += planes[32 + y] * sample
            above = below
            offset += stride
        }
        return PixelRow.totals(sums.0, sums.1, sums.2)
    }

    /// Inner product of a position's samples with the template's, their sum and the sum of their squares.
    @inline(never)
    private static func moments(
        _ left: UnsafePointer<UInt8>,
        _ right: UnsafePointer<UInt8>,
        _ stride: Int,
        _ fraction: SIMD2<Float>,
        _ planes: UnsafePointer<PixelRow>
    ) -> SIMD3<Float> {
        var sums = (PixelRow.zero, PixelRow.zero, PixelRow.zero)
        var above = between(left, right, fraction.x)
        var offset = stride
        for y in 0..<side {
            let below = between(left + offset, right + offset, fraction.x)
            let sample = above + (below - above) * fraction.y
            sums.0 += planes[y] * sample
            sums.1 += sample
            sums.2 += sample * sample
            above = below
            offset += stride
        }
        return PixelRow.totals(sums.0, sums.1, sums.2)
    }

    @inline(__always)
    private static func between(
        _ left: UnsafePointer<UInt8>,
        _ right: UnsafePointer<UInt8>,
        _ fraction: Float
    ) -> PixelRow {
        let start = PixelRow(pixels: left)
        return start + (PixelRow(pixels: right) - start) * fraction
    }
}
