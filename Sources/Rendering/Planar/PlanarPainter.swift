import Imaging

/// Four neighbouring pixels, which share one colour in an image in planes: upper left, upper right, lower left, lower
/// right.
typealias PixelQuad = SIMD4<Float>

/// Puts colour onto an image in planes, four pixels at a time.
struct PlanarPainter {
    private let canvas: YUVImage
    /// The rows above the view.
    private let top: Int

    /// A painter of the part of a canvas below its first rows.
    init(canvas: YUVImage, top: Int) { (self.canvas, self.top) = (canvas, top) }

    /// Width and height of the view in pixels.
    private var viewSize: SIMD2<Float> { SIMD2(Float(canvas.width), Float(canvas.height - top)) }

    /// A colour as the canvas codes it, of bytes red, green and blue.
    private func codes(of color: SIMD3<Float>) -> SIMD3<Float> { canvas.coding.codes(of: color) }

    /// The pairs of rows and of columns that meet a rectangle of the view, at most those there are.
    private func pairs(from low: SIMD2<Float>, to high: SIMD2<Float>) -> (columns: Range<Int>, rows: Range<Int>) {
        let size = viewSize
        func range(_ low: Float, _ high: Float, _ end: Float) -> Range<Int> {
            guard low < end, high > 0 else { return 0..<0 }
            return Int(max(low, 0) / 2)..<Int((min(high, end) / 2).rounded(.up))
        }
        return (range(low.x, high.x, size.x), range(low.y, high.y, size.y))
    }

    /// The middles of the four pixels of a pair of columns and one of rows.
    @inline(__always)
    private func middles(_ column: Int, _ row: Int) -> (x: PixelQuad, y: PixelQuad) {
        let (x, y) = (Float(2 * column), Float(2 * row))
        return (PixelQuad(x + 0.5, x + 1.5, x + 0.5, x + 1.5), PixelQuad(y + 0.5, y + 0.5, y + 1.5, y + 1.5))
    }

    /// Blends a colour over four pixels; `shade` darkens it and `opacity` weighs it, each with one value per pixel.
    @inline(__always)
    private func lay(_ color: SIMD3<Float>, _ shade: PixelQuad, _ opacity: PixelQuad, _ column: Int, _ row: Int) {
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
        let index = (top / 2 + row) * (canvas.width / 2) + column
        canvas.blue[index] = byte(mixed(canvas.blue[index], cover) + color.y * tint)
        canvas.red[index] = byte(mixed(canvas.red[index], cover) + color.z * tint)
    }

    @inline(__always)
    private func mixed(_ before: UInt8, _ cover: Float) -> Float { Float(before) * (1 - cover) + 128 * cover + 0.5 }

    @inline(__always)
    private func byte(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value))) }

    // MARK: - Lines

    /// Draws pieces of line, hidden behind a surface: every four points in a row are one with what comes before and after
    /// it.
    func draw(_ points: ArraySlice<LinePoint>, through view: ViewTransform, behind occlusion: OcclusionGrid?) {
        guard points.count > 3 else { return }
        let clips = points.map { ClipPoint(SIMD3($0.position.x, $0.position.y, $0.position.z), view) }
        let start = points.startIndex
        for i in 0..<points.count - 3 {
            let (from, to) = (points[start + i + 1], points[start + i + 2])
            guard from.position.w >= 0, to.position.w >= 0 else { continue }
            let goesOn = (points[start + i].position.w, points[start + i + 3].position.w)
            let ends = LinePiece.Ends(
                before: Self.isJoint(goesOn.0) ? clips[i] : nil,
                start: clips[i + 1],
                end: clips[i + 2],
                after: Self.isJoint(goesOn.1) ? clips[i + 3] : nil
            )
            let piece = LinePiece(from, to, ends, viewSize: viewSize, focalLength: Float(view.focalLength))
            if let piece { draw(piece, behind: occlusion) }
        }
    }

    /// A radius below zero marks a point that no piece starts or ends at; below −1.5 it still gives a joint's
    /// direction.
    private static func isJoint(_ radius: Float) -> Bool { radius >= 0 || radius < -1.5 }

    private func draw(_ piece: LinePiece, behind occlusion: OcclusionGrid?) {
        let reach = piece.reach
        let low = pointwiseMin(piece.from, piece.to) - reach
        let high = pointwiseMax(piece.from, piece.to) + reach
        let color = codes(of: piece.color)
        let whole = pairs(from: low, to: high)
        for row in whole.rows {
            let columns = piece.columns(nearRow: Float(2 * row + 1), within: low.x...high.x)
            for column in pairs(from: SIMD2(columns.lowerBound, low.y), to: SIMD2(columns.upperBound, high.y)).columns {
                let middle = middles(column, row)
                var (opacity, shade) = piece.paint(middle.x, middle.y)
                if let occlusion, opacity.max() >= 0.01 {
                    let depth = piece.depth(middle.x, middle.y)
                    for lane in 0..<4 {
                        let place = SIMD2(middle.x[lane], middle.y[lane]) / viewSize
                        opacity[lane] *= occlusion.visibleShare(at: place, depth: depth[lane])
                    }
                }
                if opacity.max() >= 0.01 { lay(color, shade, opacity, column, row) }
            }
        }
    }

    // MARK: - Labels

    /// Draws letters and panels; `letters` are the bytes of the sheet.
    func draw(_ quads: ArraySlice<TextQuad>, letters: [UInt8], through view: ViewTransform) {
        letters.withUnsafeBufferPointer { letters in
            for quad in quads {
                if let piece = TextPiece(quad, view, viewSize: viewSize) { draw(piece, letters) }
            }
        }
    }

    private func draw(_ piece: TextPiece, _ letters: UnsafeBufferPointer<UInt8>) {
        let color = codes(of: piece.color)
        let whole = pairs(from: piece.low, to: piece.high)
        for row in whole.rows {
            for column in whole.columns {
                let middle = middles(column, row)
                let opacity = piece.opacity(middle.x, middle.y, letters)
                if opacity.max() >= 0.004 { lay(color, .one, opacity, column, row) }
            }
        }
    }
}
