/// Sum and spread of a reference's shades in windows of 5 × 5 pixels.
final class WindowStatistics {
    /// The shades.
    let shades: FloatPlane
    /// Sum over the window.
    let sums: FloatPlane
    /// 1 / √(n · variance and the noise of n pixels).
    let inverseSpread: FloatPlane

    static let radius = 2
    static let count: Float = 25
    /// Variance of a pixel's noise, squared shades: in windows without texture the correlation goes to zero.
    ///
    /// Range: 1…9. Origin: phones' cameras indoors.
    static let noise: Float = 4

    init(_ image: QuadImage) {
        shades = FloatPlane(image)
        sums = FloatPlane(width: image.width, height: image.height)
        inverseSpread = FloatPlane(width: image.width, height: image.height)
        shades.fillMargin(reach: FloatPlane.margin)
        let correlation = WindowCorrelation(width: image.width)
        for y in 0..<image.height {
            correlation.add(shades, self, y)
            var x = 0
            while x < image.width {
                let (sum, scatter) = correlation.sumAndScatter(x)
                sums.row(y).store(sum, x)
                inverseSpread.row(y).store(1 / scatter.squareRoot(), x)
                x += 8
            }
        }
    }
}

/// Zero-mean normalised correlation of one row of pixels after the other.
final class WindowCorrelation {
    private let shade: FloatPlane
    private let square: FloatPlane
    private let product: FloatPlane

    init(width: Int) {
        shade = FloatPlane(width: width, height: 1)
        square = FloatPlane(width: width, height: 1)
        product = FloatPlane(width: width, height: 1)
    }

    /// Takes the columns' sums over the rows about `y` of a warped image.
    func add(_ warped: FloatPlane, _ statistics: WindowStatistics, _ y: Int) {
        let (out, outSquare, outProduct) = (shade.row(0), square.row(0), product.row(0))
        let reference = statistics.shades
        var x = -8
        while x < warped.width + WindowStatistics.radius {
            var (sum, squares, products) = (Lanes.zero, Lanes.zero, Lanes.zero)
            for dy in -WindowStatistics.radius...WindowStatistics.radius {
                let w = warped.row(y + dy).lanes(x)
                sum += w
                squares += w * w
                products += w * reference.row(y + dy).lanes(x)
            }
            out.store(sum, x)
            outSquare.store(squares, x)
            outProduct.store(products, x)
            x += 8
        }
    }

    /// The sum, and n · variance with the noise of n pixels, of eight windows.
    @inline(__always)
    func sumAndScatter(_ x: Int) -> (sum: Lanes, scatter: Lanes) {
        let n = WindowStatistics.count
        let sum = Self.across(shade.row(0), x)
        let scatter = Lanes.larger(Self.across(square.row(0), x) - sum * sum * (1 / n), .zero)
        return (sum, scatter + n * WindowStatistics.noise)
    }

    /// Adds the costs of the row `y` to the total, where the partner shows the pixel.
    func addCosts(
        _ statistics: WindowStatistics,
        _ y: Int,
        _ inside: FloatPlane,
        to total: FloatPlane,
        _ count: FloatPlane,
        isFirst: Bool
    ) {
        let (sums, spreads, mask) = (statistics.sums.row(y), statistics.inverseSpread.row(y), inside.row(y))
        let products = product.row(0)
        if isFirst {
            total.clear(row: y)
            count.clear(row: y)
        }
        let (out, seen) = (total.row(y), count.row(y))
        var x = 0
        while x < total.width {
            let (sum, scatter) = sumAndScatter(x)
            let covariance = Self.across(products, x) - sums.lanes(x) * sum * (1 / WindowStatistics.count)
            let correlation = covariance * spreads.lanes(x) * Self.inverseRoot(scatter)
            let cost = Lanes.larger(1 - correlation, .zero) * CostVolume.neutral
            let part = mask.lanes(x) * Lanes.smaller(cost, Lanes(repeating: 1.5 * CostVolume.neutral))
            out.store(out.lanes(x) + part, x)
            seen.store(seen.lanes(x) + mask.lanes(x), x)
            x += 8
        }
    }

    /// 1 / √x to 0.2 %: a guess from the bits of the exponent, then one step of Newton's method.
    @inline(__always)
    private static func inverseRoot(_ x: Lanes) -> Lanes {
        let bits = unsafeBitCast(x, to: SIMD8<UInt32>.self)
        let guess = unsafeBitCast(0x5F37_59DF &- (bits &>> 1), to: Lanes.self)
        return guess * (1.5 - 0.5 * x * guess * guess)
    }

    @inline(__always)
    private static func across(_ line: UnsafeMutablePointer<Float>, _ x: Int) -> Lanes {
        line.lanes(x - 2) + line.lanes(x - 1) + line.lanes(x) + line.lanes(x + 1) + line.lanes(x + 2)
    }
}
