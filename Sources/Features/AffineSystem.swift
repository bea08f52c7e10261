import Imaging

/// The normal equations of a patch's six affine parameters, computed once: translation, and its growth across and down,
/// in x and in y.
///
/// Coordinates are in units of eight pixels, so that all six have similar size.
struct AffineSystem {
    /// The inverse of the normal matrix, a row a parameter.
    private var inverse: (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)
    /// The patch's inner products with the gradients of each parameter.
    private var gains = SIMD8<Float>.zero
    /// The sum of squared samples after subtraction of the mean.
    private var energy: Float = 0

    struct Tuning: Equatable, Sendable {
        /// The strength with which the affine part is held to its last value, relative to squared gradients of the
        /// patch.
        ///
        /// Unit: gray levels². Range: 100…5000. Origin: by hand.
        let stiffness = 500.0
        /// The least gain of brightness.
        ///
        /// Unit: 1. Range: 0.1…0.5. Origin: by hand.
        let minimumGain: Float = 0.2
        /// The least pivot of the normal matrix.
        ///
        /// Unit: gray levels². Range: 1e-9…1e-3. Origin: by hand.
        let minimumPivot = 1e-6
    }

    static let tuning = Tuning()

    init() { inverse = (.zero, .zero, .zero, .zero, .zero, .zero) }

    /// The size of the scratch memory: moments 8 × 8, gradients 8, the normal matrix beside the identity 6 × 12.
    static let scratchCount = 64 + 8 + 72

    /// Subtracts the mean from the samples of `planes` and forms the equations.
    init(_ planes: UnsafeMutablePointer<PixelRow>, scratch moments: UnsafeMutablePointer<Double>) {
        self.init()
        var sum = PixelRow.zero
        for y in 0..<16 { sum += planes[y] }
        let mean = PixelRow.totals(sum, .zero, .zero).x / 256
        for y in 0..<16 { planes[y] = planes[y] - mean }
        moments.update(repeating: 0, count: Self.scratchCount)
        let slopes = moments + 64
        for y in 0..<16 {
            for x in 0..<16 {
                Self.fill(slopes, planes, x, y)
                for i in 0..<8 { for j in 0...i { moments[8 * i + j] += slopes[i] * slopes[j] } }
            }
        }
        energy = Float(moments[8 * 6 + 6])
        invert(moments, slopes + 8)
    }

    /// The six gradients at a sample, the sample itself, and one.
    private static func fill(
        _ slopes: UnsafeMutablePointer<Double>,
        _ planes: UnsafePointer<PixelRow>,
        _ x: Int,
        _ y: Int
    ) {
        func lane(_ row: PixelRow) -> Double { Double(x < 8 ? row.low[x] : row.high[x - 8]) }
        let (u, v) = ((Double(x) - 7.5) / 8, (Double(y) - 7.5) / 8)
        let (gx, gy) = (lane(planes[16 + y]), lane(planes[32 + y]))
        slopes[0] = gx
        slopes[1] = gx * u
        slopes[2] = gx * v
        slopes[3] = gy
        slopes[4] = gy * u
        slopes[5] = gy * v
        slopes[6] = lane(planes[y])
        slopes[7] = 1
    }

    /// Removes from the moments of gradients, sample and one what gain and offset explain, and inverts the rest (`a`:
    /// six rows of twelve).
    private mutating func invert(_ moments: UnsafePointer<Double>, _ a: UnsafeMutablePointer<Double>) {
        let energy = Swift.max(moments[8 * 6 + 6], 1)
        for i in 0..<6 {
            gains[i] = Float(moments[8 * 6 + i] / energy)
            for j in 0...i {
                let shared =
                    moments[8 * 6 + i] * moments[8 * 6 + j] / energy + moments[8 * 7 + i] * moments[8 * 7 + j] / 256
                a[12 * i + j] = moments[8 * i + j] - shared
                a[12 * j + i] = a[12 * i + j]
            }
            a[13 * i] += i % 3 == 0 ? 1 : Self.tuning.stiffness
            a[12 * i + 6 + i] = 1
        }
        for i in 0..<6 {
            let pivot = a[13 * i]
            guard pivot > Self.tuning.minimumPivot else { return }
            for k in 0..<12 { a[12 * i + k] /= pivot }
            for j in 0..<6 where j != i {
                let factor = a[12 * j + i]
                for k in 0..<12 { a[12 * j + k] -= factor * a[12 * i + k] }
            }
        }
        func row(_ i: Int) -> SIMD8<Float> {
            var row = SIMD8<Float>.zero
            for k in 0..<6 { row[k] = Float(a[12 * i + 6 + k]) }
            return row
        }
        inverse = (row(0), row(1), row(2), row(3), row(4), row(5))
    }

    /// The step that aligns the patch with the samples, and the correlation of both.
    func step(
        _ planes: UnsafePointer<PixelRow>,
        _ rows: UnsafePointer<PixelRow>,
        mean: Float
    ) -> (step: AffineStep, correlation: Float) {
        let sums = Self.products(planes, rows, mean)
        let own = Swift.max(energy, 1)
        let gain = Swift.max(sums[6] / own, Self.tuning.minimumGain)
        let side = (sums - gains * sums[6]) / gain
        func parameter(_ row: SIMD8<Float>) -> Float {
            let product = row * side
            let four = product.lowHalf + product.highHalf
            return four.x + four.z + (four.y + four.w)
        }
        let step = AffineStep(
            shift: SIMD2(parameter(inverse.0), parameter(inverse.3)),
            across: SIMD2(parameter(inverse.1), parameter(inverse.4)) / 8,
            down: SIMD2(parameter(inverse.2), parameter(inverse.5)) / 8
        )
        return (step, sums[6] / (Swift.max(sums[7], 1) * own).squareRoot())
    }

    /// Inner products of the image samples, minus their mean, with the six gradients, the patch and themselves.
    private static func products(
        _ planes: UnsafePointer<PixelRow>,
        _ rows: UnsafePointer<PixelRow>,
        _ mean: Float
    ) -> SIMD8<Float> {
        var (x, xDown, y, yDown) = (PixelRow.zero, PixelRow.zero, PixelRow.zero, PixelRow.zero)
        var (look, own) = (PixelRow.zero, PixelRow.zero)
        for line in 0..<16 {
            let sample = rows[line] - mean
            let height = (Float(line) - 7.5) / 8
            let alongX = planes[16 + line] * sample
            let alongY = planes[32 + line] * sample
            x += alongX
            y += alongY
            xDown += alongX * height
            yDown += alongY * height
            look += planes[line] * sample
            own += sample * sample
        }
        let width = PixelRow(
            low: SIMD8(-7.5, -6.5, -5.5, -4.5, -3.5, -2.5, -1.5, -0.5) / 8,
            high: SIMD8(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) / 8
        )
        let first = PixelRow.totals(x, x * width, xDown)
        let second = PixelRow.totals(y, y * width, yDown)
        let third = PixelRow.totals(look, own, .zero)
        return SIMD8(first.x, first.y, first.z, second.x, second.y, second.z, third.x, third.y)
    }
}
