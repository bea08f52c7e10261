/// A piece of line as it is seen, in pixels of the view from its upper left corner; what `LineShader` does, four pixels
/// at a time.
struct LinePiece {
    /// Its two ends, and where the line comes from and goes on to.
    struct Ends {
        var before: ClipPoint?
        var start: ClipPoint
        var end: ClipPoint
        var after: ClipPoint?
    }

    let from: SIMD2<Float>
    let to: SIMD2<Float>
    let color: SIMD3<Float>
    private let opacity: Float
    /// Half the thickness at both ends, and how faint what is thinner than a pixel is there.
    private let radii: SIMD2<Float>
    private let faintness: SIMD2<Float>
    /// Across the joints with the pieces before and after; zero if there is none.
    private let joints: (before: SIMD2<Float>, after: SIMD2<Float>)
    private let distance: Float
    private let dash: Float
    private let roundness: Float
    private let metres: Float
    /// One by the depth at both ends, 1/m; the line lies before what it is drawn on by its own radius.
    private let inverseDepths: SIMD2<Float>

    private static let nearest: Float = 0.02
    private static let thinnest: Float = 0.6

    /// Nil behind the eye.
    init?(_ first: LinePoint, _ last: LinePoint, _ ends: Ends, viewSize: SIMD2<Float>, focalLength: Float) {
        var (a, b) = (ends.start, ends.end)
        if a.depth < Self.nearest, b.depth < Self.nearest { return nil }
        if a.depth < Self.nearest { a = a.moved(to: Self.nearest, towards: b) }
        if b.depth < Self.nearest { b = b.moved(to: Self.nearest, towards: a) }
        from = a.pixel(viewSize)
        to = b.pixel(viewSize)
        guard (from + to).sum().isFinite else { return nil }
        let isInPixels = first.kind > 1.75
        let half = SIMD2(first.position.w, last.position.w)
        let seen = isInPixels ? half : half * focalLength / SIMD2(a.depth, b.depth)
        let nearer = isInPixels ? 0 : half.max()
        inverseDepths = 1 / pointwiseMax(SIMD2(a.depth, b.depth) - nearer, SIMD2(repeating: Self.nearest))
        radii = pointwiseMax(seen, SIMD2(repeating: Self.thinnest))
        faintness = pointwiseMin(seen / Self.thinnest, .one)
        let along = Self.direction(from, to)
        let (start, end) = (from, to)
        joints = (
            ends.before.map { along + Self.direction($0.pixel(viewSize), start) } ?? .zero,
            ends.after.map { along + Self.direction(end, $0.pixel(viewSize)) } ?? .zero
        )
        let bytes = SIMD4<Float>(
            Float(first.color & 255),
            Float(first.color >> 8 & 255),
            Float(first.color >> 16 & 255),
            Float(first.color >> 24)
        )
        color = SIMD3(bytes.x, bytes.y, bytes.z) / 255
        opacity = bytes.w / 255
        (distance, dash) = (first.distance, first.dash)
        roundness = 2 * (first.kind - first.kind.rounded(.down))
        let way = last.position - first.position
        metres = (way.x * way.x + way.y * way.y + way.z * way.z).squareRoot()
    }

    /// How far from its middle line it may be seen, pixels.
    var reach: Float { radii.max() + 1 }

    /// The columns that it may be seen in, in the two rows beside a line between them; empty ones where its joints
    /// leave none.
    func columns(nearRow y: Float, within all: ClosedRange<Float>) -> ClosedRange<Float> {
        var (low, high) = (all.lowerBound, all.upperBound)
        let axis = Self.direction(from, to)
        if abs(axis.y) > 1e-3 {
            let middle = from.x + (y - from.y) * axis.x / axis.y
            let aside = (reach + abs(axis.x)) / abs(axis.y)
            (low, high) = (max(low, middle - aside), min(high, middle + aside))
        }
        // A joint leaves what lies before it, or behind.
        for (position, joint) in [(from, joints.before), (to, -joints.after)] where abs(joint.x) > 1e-3 {
            let edge = position.x - (y - position.y) * joint.y / joint.x
            let aside = 1 + abs(joint.y / joint.x)
            if joint.x > 0 { low = max(low, edge - aside) } else { high = min(high, edge + aside) }
        }
        return low...max(low, high)
    }

    /// Which part of the way from start to end is nearest to four pixels.
    @inline(__always)
    private func part(_ x: PixelQuad, _ y: PixelQuad) -> PixelQuad {
        let axis = to - from
        let lengthSquared = max((axis * axis).sum(), 1e-8)
        let along = ((x - from.x) * axis.x + (y - from.y) * axis.y) / lengthSquared
        return along.clamped(lowerBound: .zero, upperBound: .one)
    }

    /// The line's depth at four pixels, metres.
    func depth(_ x: PixelQuad, _ y: PixelQuad) -> PixelQuad {
        1 / (part(x, y) * (inverseDepths.y - inverseDepths.x) + inverseDepths.x)
    }

    /// The opacity and the shade at four pixels.
    @inline(__always)
    func paint(_ x: PixelQuad, _ y: PixelQuad) -> (opacity: PixelQuad, shade: PixelQuad) {
        let axis = to - from
        let lengthSquared = max((axis * axis).sum(), 1e-8)
        let (dx, dy) = (x - from.x, y - from.y)
        let inside = part(x, y)
        let radius = inside * (radii.y - radii.x) + radii.x
        let (ax, ay) = (dx - inside * axis.x, dy - inside * axis.y)
        var away = (ax * ax + ay * ay).squareRoot()
        if dash > 0 { away = dashed(away, inside, radius, lengthSquared) }
        var cover = (radius - away + 0.5).clamped(lowerBound: .zero, upperBound: .one)
        cover *= (inside * (faintness.y - faintness.x) + faintness.x) * opacity
        // Where a line bends, each piece keeps to its side of the joint.
        if joints.before != .zero {
            cover.replace(with: 0, where: dx * joints.before.x + dy * joints.before.y .< 0)
        }
        if joints.after != .zero {
            cover.replace(with: 0, where: (x - to.x) * joints.after.x + (y - to.y) * joints.after.y .>= 0)
        }
        guard roundness > 0 else { return (cover, .one) }
        let bent = pointwiseMin(away / pointwiseMax(radius, PixelQuad(repeating: 0.5)), .one)
        let pipe = 0.72 + 0.34 * (1 - bent * bent * 0.96).squareRoot()
        return (cover, 1 + (pipe - 1) * roundness)
    }

    /// Dashes with round ends: the distance to the middle line of the nearest dash.
    private func dashed(
        _ away: PixelQuad,
        _ inside: PixelQuad,
        _ radius: PixelQuad,
        _ lengthSquared: Float
    ) -> PixelQuad {
        let perMetre = lengthSquared.squareRoot() / max(metres, 1e-6)
        let turns = (inside * metres + distance) / (2 * dash)
        let along = (turns - turns.rounded(.down)) * (2 * dash)
        let half = pointwiseMax(dash * 0.5 - radius / perMetre, .zero)
        let off = along - dash
        let gap = pointwiseMax(pointwiseMax(off, -off) - half, .zero) * perMetre
        return (away * away + gap * gap).squareRoot()
    }

    private static func direction(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> SIMD2<Float> {
        let way = b - a
        let length = (way * way).sum().squareRoot()
        return length > 1e-4 ? way / length : .zero
    }
}
