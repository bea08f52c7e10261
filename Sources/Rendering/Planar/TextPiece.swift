/// A letter or a panel as it is seen, in pixels of the view from its upper left corner; what `TextShader` does, four
/// pixels at a time.
struct TextPiece {
    let low: SIMD2<Float>
    let high: SIMD2<Float>
    let color: SIMD3<Float>
    private let quad: TextQuad
    private let viewSize: SIMD2<Float>
    /// The lower left corner, the lower edge and the left edge in clip space.
    private let corner: SIMD3<Float>
    private let right: SIMD3<Float>
    private let up: SIMD3<Float>
    /// By how much a panel is larger for its edge to fade out, in parts of its sides.
    private let margin: SIMD2<Float>

    private var isPanel: Bool { quad.origin.w > 0.5 }

    /// Nil if one of its corners is behind the eye.
    init?(_ quad: TextQuad, _ view: ViewTransform, viewSize: SIMD2<Float>) {
        func clip(_ v: SIMD4<Float>, _ weight: Double) -> SIMD3<Float> {
            ClipPoint(SIMD3(v.x, v.y, v.z), view, weight: weight).position
        }
        func length(_ v: SIMD4<Float>) -> Float { (v.x * v.x + v.y * v.y + v.z * v.z).squareRoot() }
        self.quad = quad
        self.viewSize = viewSize
        (corner, right, up) = (clip(quad.origin, 1), clip(quad.right, 0), clip(quad.up, 0))
        color = SIMD3(quad.color.x, quad.color.y, quad.color.z)
        let pixel = max(corner.z, 0) / Float(view.focalLength)
        margin = quad.origin.w > 0.5 ? pixel / SIMD2(length(quad.right), length(quad.up)) : .zero
        var low = SIMD2<Float>(repeating: .infinity)
        var high = SIMD2<Float>(repeating: -.infinity)
        for u in [-margin.x, 1 + margin.x] {
            for v in [-margin.y, 1 + margin.y] {
                let point = ClipPoint(corner + right * u + up * v)
                guard point.depth > 0.02 else { return nil }
                low = pointwiseMin(low, point.pixel(viewSize))
                high = pointwiseMax(high, point.pixel(viewSize))
            }
        }
        (self.low, self.high) = (low, high)
    }

    /// The opacity at four pixels.
    func opacity(_ x: PixelQuad, _ y: PixelQuad, _ letters: UnsafeBufferPointer<UInt8>) -> PixelQuad {
        let (u, v) = coordinates(x, y)
        let distance = isPanel ? toPanel(u, v) : toLetter(u, v, letters)
        // By how much it changes from one pixel to the next, as a GPU reckons it.
        let (right, below) = (distance.evenHalf - distance.oddHalf, distance.lowHalf - distance.highHalf)
        let across = PixelQuad(right.x, right.x, right.y, right.y)
        let down = PixelQuad(below.x, below.y, below.x, below.y)
        let change = pointwiseMax(across, -across) + pointwiseMax(down, -down)
        var opacity = distance / pointwiseMax(change, PixelQuad(repeating: 1e-5)) + 0.5
        opacity = opacity.clamped(lowerBound: .zero, upperBound: .one) * quad.color.w
        let isOutside = (u .< -margin.x) .| (u .> 1 + margin.x) .| (v .< -margin.y) .| (v .> 1 + margin.y)
        opacity.replace(with: 0, where: isOutside)
        return opacity
    }

    /// The part of the lower and of the left edge that four pixels show.
    private func coordinates(_ x: PixelQuad, _ y: PixelQuad) -> (u: PixelQuad, v: PixelQuad) {
        let nx = x * (2 / viewSize.x) - 1
        let ny = 1 - y * (2 / viewSize.y)
        let (a, b, c) = (right.x - nx * right.z, up.x - nx * up.z, nx * corner.z - corner.x)
        let (d, e, f) = (right.y - ny * right.z, up.y - ny * up.z, ny * corner.z - corner.y)
        let area = a * e - b * d
        return ((c * e - b * f) / area, (a * f - c * d) / area)
    }

    /// Grows inwards, as a letter's does.
    private func toPanel(_ u: PixelQuad, _ v: PixelQuad) -> PixelQuad {
        let (half, radius) = (SIMD2(quad.rectangle.x, quad.rectangle.y), quad.rectangle.z)
        let (x, y) = ((u * 2 - 1) * half.x, (v * 2 - 1) * half.y)
        let cx = pointwiseMax(x, -x) - half.x + radius
        let cy = pointwiseMax(y, -y) - half.y + radius
        let (ox, oy) = (pointwiseMax(cx, .zero), pointwiseMax(cy, .zero))
        return radius - (ox * ox + oy * oy).squareRoot() - pointwiseMin(pointwiseMax(cx, cy), .zero)
    }

    private func toLetter(_ u: PixelQuad, _ v: PixelQuad, _ letters: UnsafeBufferPointer<UInt8>) -> PixelQuad {
        let corners = quad.rectangle
        let side = Float(GlyphSheet.side)
        let x = (u * (corners.z - corners.x) + corners.x) * side - 0.5
        let y = (v * (corners.w - corners.y) + corners.y) * side - 0.5
        var found = PixelQuad.zero
        for lane in 0..<4 { found[lane] = Self.read(letters, x[lane], y[lane]) }
        return found / 255 - 0.5
    }

    /// The byte at a position on the sheet, between the four nearest.
    private static func read(_ letters: UnsafeBufferPointer<UInt8>, _ x: Float, _ y: Float) -> Float {
        let last = Float(GlyphSheet.side - 2)
        guard x >= 0, y >= 0, x < last, y < last else { return 0 }
        let (column, row) = (Int(x), Int(y))
        let (right, down) = (x - Float(column), y - Float(row))
        let above = row * GlyphSheet.side + column
        let below = above + GlyphSheet.side
        let upper = Float(letters[above]) * (1 - right) + Float(letters[above + 1]) * right
        let lower = Float(letters[below]) * (1 - right) + Float(letters[below + 1]) * right
        return upper * (1 - down) + lower * down
    }
}
