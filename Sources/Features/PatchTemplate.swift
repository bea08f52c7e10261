import Imaging

/// The surroundings of a point, 16 × 16 samples, made ready to be found again in another picture.
///
/// Inverse-compositional Lucas–Kanade (S. Baker, I. Matthews, "Lucas-Kanade 20 years on", IJCV 2004) with the brightness model
/// J = gain · T + offset projected out beforehand (A. Bartoli, "Groupwise geometric and photometric direct image registration",
/// 2008): slopes made orthogonal to the samples and to a constant see neither gain nor offset, so an iteration needs
/// two inner products and nothing else.
struct PatchTemplate {
    /// Samples along a side.
    static let side = 16

    /// Three planes of 16 rows of 16: samples without their mean, slopes in x, slopes in y.
    private let planes: UnsafeMutablePointer<SIMD16<Float>>
    /// Room for rows while sampling: 19 of samples, 19 of slopes.
    private let rows: UnsafeMutablePointer<SIMD16<Float>>
    /// The inverse of the normal matrix: xx, xy, yy.
    private var inverse = SIMD3<Float>.zero
    /// The sum of squared samples without their mean.
    private(set) var energy: Float = 0
    /// The smaller eigenvalue of the normal matrix, a sample.
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

    /// Takes the samples around a point that `fits`.
    mutating func capture(_ level: PyramidLevel, around point: SIMD2<Float>) {
        let start = point - 8
        let corner = start.rounded(.down)
        let fraction = start - corner
        let column = Int(corner.x)
        let row = Int(corner.y)
        for y in 0..<19 {
            let line = UnsafeRawPointer(level.row(row + y - 1) + column - 1)
            let a = Self.samples(line, 0)
            let b = Self.samples(line, 1)
            let c = Self.samples(line, 2)
            let d = Self.samples(line, 3)
            let slope = c - a
            rows[y] = b + (c - b) * fraction.x
            rows[19 + y] = (slope + (d - b - slope) * fraction.x) * 0.5
        }
        blendRows(fraction.y)
        finish()
    }

    /// Takes the samples around a point that `fits`, from a place turned and stretched: the template's sample at offset u is read at
    /// `point + columns · u`.
    mutating func capture(
        _ level: PyramidLevel,
        around point: SIMD2<Float>,
        columns: (SIMD2<Float>, SIMD2<Float>)
    ) {
        // Column -1 and 16 of the warped grid are needed for the slopes; they go into the second half of `rows`.
        for y in 0..<18 {
            let v = Float(y) - 8.5
            var line = SIMD16<Float>.zero
            for x in 0..<16 {
                line[x] = level.sample(at: point + columns.0 * (Float(x) - 7.5) + columns.1 * v)
            }
            let left = level.sample(at: point - columns.0 * 8.5 + columns.1 * v)
            let right = level.sample(at: point + columns.0 * 8.5 + columns.1 * v)
            var before = line
            var after = line
            for x in 1..<16 {
                before[x] = line[x - 1]
                after[x - 1] = line[x]
            }
            before[0] = left
            after[15] = right
            rows[y] = line
            rows[19 + y] = (after - before) * 0.5
        }
        rows[18] = rows[17]
        rows[37] = rows[36]
        blendRows(0)
        finish()
    }

    @inline(__always)
    static func samples(_ line: UnsafeRawPointer, _ offset: Int) -> SIMD16<Float> {
        let bytes = line.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
        return SIMD16<Float>(SIMD16<Int32>(truncatingIfNeeded: bytes))
    }

    /// From the rows to the three planes, between the rows at `fraction`.
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

    /// Takes mean, gain and offset out and inverts the normal matrix.
    private mutating func finish() {
        var sums = (SIMD16<Float>.zero, SIMD16<Float>.zero, SIMD16<Float>.zero)
        for y in 0..<16 {
            sums.0 += planes[y]
            sums.1 += planes[16 + y]
            sums.2 += planes[32 + y]
        }
        let mean = sums.0.sum() / 256
        let meanX = sums.1.sum() / 256
        let meanY = sums.2.sum() / 256
        var squares = SIMD16<Float>.zero
        var alongX = SIMD16<Float>.zero
        var alongY = SIMD16<Float>.zero
        for y in 0..<16 {
            let sample = planes[y] - mean
            planes[y] = sample
            squares += sample * sample
            alongX += sample * planes[16 + y]
            alongY += sample * planes[32 + y]
        }
        energy = squares.sum()
        let scale = 1 / Swift.max(energy, 1)
        orthogonalize(means: SIMD2(meanX, meanY), gains: SIMD2(alongX.sum(), alongY.sum()) * scale)
    }

    private mutating func orthogonalize(means: SIMD2<Float>, gains: SIMD2<Float>) {
        var xx = SIMD16<Float>.zero
        var xy = SIMD16<Float>.zero
        var yy = SIMD16<Float>.zero
        for y in 0..<16 {
            let slopeX = planes[16 + y] - means.x - planes[y] * gains.x
            let slopeY = planes[32 + y] - means.y - planes[y] * gains.y
            planes[16 + y] = slopeX
            planes[32 + y] = slopeY
            xx += slopeX * slopeX
            xy += slopeX * slopeY
            yy += slopeY * slopeY
        }
        let a = xx.sum()
        let b = xy.sum()
        let c = yy.sum()
        let determinant = a * c - b * b
        let spread = ((a - c) * (a - c) + 4 * b * b).squareRoot()
        strength = (a + c - spread) / 512
        inverse = determinant > 0 ? SIMD3(c, -b, a) / determinant : .zero
    }
}

extension PatchTemplate {
    /// What one look at a place of another picture says.
    struct Look {
        /// Where to go from there, pixels of the level.
        var step: SIMD2<Float>
        /// How much the surroundings there are like the template, -1…1.
        var correlation: Float
    }

    /// Compares the template with a place of another picture that `fits`.
    func look(at point: SIMD2<Float>, in level: PyramidLevel) -> Look {
        let start = point - 8
        let corner = start.rounded(.down)
        let fraction = start - corner
        let stride = level.bytesPerRow
        var line = UnsafeRawPointer(level.row(Int(corner.y)) + Int(corner.x))
        var sumX = SIMD16<Float>.zero
        var sumY = SIMD16<Float>.zero
        var sumT = SIMD16<Float>.zero
        var sum = SIMD16<Float>.zero
        var squares = SIMD16<Float>.zero
        let first = Self.samples(line, 0)
        var above = first + (Self.samples(line, 1) - first) * fraction.x
        for y in 0..<16 {
            line += stride
            let left = Self.samples(line, 0)
            let below = left + (Self.samples(line, 1) - left) * fraction.x
            let sample = above + (below - above) * fraction.y
            sumT += planes[y] * sample
            sumX += planes[16 + y] * sample
            sumY += planes[32 + y] * sample
            sum += sample
            squares += sample * sample
            above = below
        }
        let total = sum.sum()
        let variance = Swift.max(squares.sum() - total * total / 256, 1)
        let product = sumT.sum()
        let gain = Swift.max(product, energy * 0.2) / Swift.max(energy, 1)
        let x = sumX.sum()
        let y = sumY.sum()
        let step = SIMD2(inverse.x * x + inverse.y * y, inverse.y * x + inverse.z * y) / gain
        return Look(step: -step, correlation: product / (variance * Swift.max(energy, 1)).squareRoot())
    }
}
