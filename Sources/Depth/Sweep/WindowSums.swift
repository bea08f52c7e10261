/// Sums of a reference's shades and squares in windows of 6 × 6 fine pixels, three pixels of the map wide.
final class ReferenceSums {
    /// The fine shades.
    let shades: FloatPlane
    /// Sum over the window, the map's size.
    let sums: FloatPlane
    /// n · variance over the window, with the noise of the pixels.
    let scatter: FloatPlane

    init(_ image: QuadImage) {
        let (width, height) = (image.width / 2, image.height / 2)
        shades = FloatPlane(image)
        sums = FloatPlane(width: width, height: height)
        scatter = FloatPlane(width: width, height: height)
        let blocks = FloatPlane(width: width, height: height)
        let squares = FloatPlane(width: width, height: height)
        for y in 0..<height {
            let (upper, lower) = (shades.row(2 * y), shades.row(2 * y + 1))
            for x in 0..<width {
                let (a, b, c, d) = (upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1])
                blocks.row(y)[x] = a + b + c + d
                squares.row(y)[x] = a * a + b * b + c * c + d * d
            }
        }
        let window = BoxSums(width: width)
        blocks.fillMargin(reach: 1)
        squares.fillMargin(reach: 1)
        for y in 0..<height {
            window.add(squares, y)
            var x = 0
            while x < width {
                scatter.row(y).store(window.sum(x), x)
                x += 8
            }
            window.add(blocks, y)
            x = 0
            while x < width {
                let sum = window.sum(x)
                sums.row(y).store(sum, x)
                let square = scatter.row(y).lanes(x)
                scatter.row(y).store(WindowSums.scatter(square, sum), x)
                x += 8
            }
        }
    }
}

/// Sums of a warped image's shades and squares, and of the products with the reference, in the same windows.
final class WindowSums {
    /// How many of a pixel's four fine pixels the partner shows.
    let inside: FloatPlane
    private let shade: FloatPlane
    private let square: FloatPlane
    private let product: FloatPlane
    private let columns: (BoxSums, BoxSums, BoxSums)

    /// Fine pixels in a window.
    static let count: Float = 36

    init(width: Int, height: Int) {
        shade = FloatPlane(width: width, height: height)
        square = FloatPlane(width: width, height: height)
        product = FloatPlane(width: width, height: height)
        inside = FloatPlane(width: width, height: height)
        columns = (BoxSums(width: width), BoxSums(width: width), BoxSums(width: width))
    }

    /// n · variance and the noise of n pixels, from the sums of squares and shades.
    @inline(__always)
    static func scatter(_ square: Lanes, _ sum: Lanes) -> Lanes {
        Lanes.larger(square - sum * sum * (1 / count), .zero) + count * WindowStatistics.noise
    }

    /// Takes the sums over two fine pixels of the upper or the lower row of eight pixels.
    @inline(__always)
    func put(_ sums: (shade: Lanes, square: Lanes, product: Lanes, inside: Lanes), _ x: Int, _ y: Int, isFirst: Bool) {
        shade.put(sums.shade, x, y, isFirst)
        square.put(sums.square, x, y, isFirst)
        product.put(sums.product, x, y, isFirst)
        inside.put(sums.inside, x, y, isFirst)
    }

    /// 1 − ZNCC.
    func costs(_ reference: ReferenceSums, into out: FloatPlane) {
        shade.fillMargin(reach: 1)
        square.fillMargin(reach: 1)
        product.fillMargin(reach: 1)
        for y in 0..<out.height {
            columns.0.add(shade, y)
            columns.1.add(square, y)
            columns.2.add(product, y)
            var x = 0
            while x < out.width {
                let sum = columns.0.sum(x)
                let scatter = Self.scatter(columns.1.sum(x), sum) * reference.scatter.row(y).lanes(x)
                let covariance = columns.2.sum(x) - sum * reference.sums.row(y).lanes(x) * (1 / Self.count)
                out.row(y).store(1 - covariance / scatter.squareRoot(), x)
                x += 8
            }
        }
    }
}

/// Sums over three rows, then over three columns.
final class BoxSums {
    private let columns: FloatPlane

    init(width: Int) { columns = FloatPlane(width: width, height: 1) }

    @inline(__always)
    func add(_ plane: FloatPlane, _ y: Int) {
        let (above, here, below) = (plane.row(y - 1), plane.row(y), plane.row(y + 1))
        let out = columns.row(0)
        var x = -8
        while x < plane.width + 1 {
            out.store(above.lanes(x) + here.lanes(x) + below.lanes(x), x)
            x += 8
        }
    }

    @inline(__always)
    func sum(_ x: Int) -> Lanes {
        let line = columns.row(0)
        return line.lanes(x - 1) + line.lanes(x) + line.lanes(x + 1)
    }
}
