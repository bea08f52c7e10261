import Imaging

/// Four neighbouring pixels, which share one colour in a picture in planes: upper left, upper right, lower left, lower right.
typealias PixelQuad = SIMD4<Float>

/// Puts colour onto a picture in planes, four pixels at a time.
struct PlanarPainter {
    let canvas: PlanarPicture
    /// The rows above the view.
    let top: Int

    /// Width and height of the view in pixels.
    var viewSize: SIMD2<Float> { SIMD2(Float(canvas.width), Float(canvas.height - top)) }

    /// A colour as the canvas codes it, of bytes red, green and blue.
    func codes(of color: SIMD3<Float>) -> SIMD3<Float> { canvas.coding.codes(of: color) }

    /// The pairs of rows and of columns that meet a rectangle of the view, at most those there are.
    func pairs(from low: SIMD2<Float>, to high: SIMD2<Float>) -> (columns: Range<Int>, rows: Range<Int>) {
        let size = viewSize
        func range(_ low: Float, _ high: Float, _ end: Float) -> Range<Int> {
            guard low < end, high > 0 else { return 0..<0 }
            return Int(max(low, 0) / 2)..<Int((min(high, end) / 2).rounded(.up))
        }
        return (range(low.x, high.x, size.x), range(low.y, high.y, size.y))
    }

    /// The middles of the four pixels of a pair of columns and one of rows.
    @inline(__always)
    func middles(_ column: Int, _ row: Int) -> (x: PixelQuad, y: PixelQuad) {
        let (x, y) = (Float(2 * column), Float(2 * row))
        return (PixelQuad(x + 0.5, x + 1.5, x + 0.5, x + 1.5), PixelQuad(y + 0.5, y + 0.5, y + 1.5, y + 1.5))
    }

    /// Lays a colour over four pixels: its codes, by how much it is darkened in each, and its opacity in each.
    @inline(__always)
    func lay(_ color: SIMD3<Float>, _ shade: PixelQuad, _ opacity: PixelQuad, _ column: Int, _ row: Int) {
        let black = canvas.coding.black
        let upper = canvas.luma + (top + 2 * row) * canvas.width + 2 * column
        let lower = upper + canvas.width
        let before = PixelQuad(Float(upper[0]), Float(upper[1]), Float(lower[0]), Float(lower[1]))
        let added = (shade * color.x + black) * opacity
        let luma = before * (1 - opacity) + added + 0.5
        upper[0] = byte(luma.x)
        upper[1] = byte(luma.y)
        lower[0] = byte(luma.z)
        lower[1] = byte(luma.w)
        let cover = opacity.sum() / 4
        let tint = (opacity * shade).sum() / 4
        let place = (top / 2 + row) * (canvas.width / 2) + column
        canvas.blue[place] = byte(mixed(canvas.blue[place], cover) + color.y * tint)
        canvas.red[place] = byte(mixed(canvas.red[place], cover) + color.z * tint)
    }

    @inline(__always)
    private func mixed(_ before: UInt8, _ cover: Float) -> Float { Float(before) * (1 - cover) + 128 * cover + 0.5 }

    @inline(__always)
    private func byte(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value))) }
}
