/// The edges along a line in the line's direction, with their sign, as running sums.
///
/// The difference of two samples is the support of the side between them.
struct SupportProfile {
    /// Pixels from one sample to the next.
    static let step: Float = 2
    /// Parameter on the line of the first sample.
    var start: Float = 0
    /// The number of samples in the image.
    var count = 0
    /// Running sums, `count + 1` each: edge that becomes brighter along the normal, and darker.
    var brighter: UnsafeMutablePointer<Int16>
    var darker: UnsafeMutablePointer<Int16>
    /// Running sums of the gray difference from sample to sample, a few pixels to either side of the line: texture.
    var textureAhead: UnsafeMutablePointer<Int32>
    var textureBehind: UnsafeMutablePointer<Int32>

    /// Uninitialised storage for `capacity` samples.
    init(capacity: Int) {
        brighter = .allocate(capacity: capacity)
        darker = .allocate(capacity: capacity)
        textureAhead = .allocate(capacity: capacity)
        textureBehind = .allocate(capacity: capacity)
    }

    func deallocate() {
        brighter.deallocate()
        darker.deallocate()
        textureAhead.deallocate()
        textureBehind.deallocate()
    }

    /// The index of the first sample from a position on, 0…count.
    @inline(__always)
    func sample(at t: Float) -> Int {
        Int(min(max(0, (t - start) * (1 / Self.step)), Float(count)) + 0.5)
    }

    /// The sample counts of a stretch of the line: all, those within the image, and the two signs.
    @inline(__always)
    func support(from a: Float, to b: Float) -> (inside: Float, brighter: Float, darker: Float) {
        let (i, j) = (sample(at: min(a, b)), sample(at: max(a, b)))
        return (
            Float(j - i) * Self.step, Float(brighter[j] - brighter[i]) * Self.step,
            Float(darker[j] - darker[i]) * Self.step
        )
    }

    /// The largest edge length minus gaps in any stretch, pixels.
    var densestStretch: Float {
        var (best, sum) = (0, 0)
        for i in 0..<count {
            let isEdge = brighter[i + 1] + darker[i + 1] > brighter[i] + darker[i]
            sum = max(0, sum + (isEdge ? 1 : -1))
            best = max(best, sum)
        }
        return Float(best) * Self.step
    }

    /// Samples the field and its image along a line, through the lens.
    mutating func sample(
        _ line: LineSegment,
        _ field: EdgeField,
        _ pixels: UnsafePointer<UInt8>,
        _ warp: LensWarp,
        threshold: Float
    ) {
        let size = SIMD2(Float(field.width), Float(field.height))
        let inside = Self.stretch(of: line, size, margin: warp.isStraight ? 3 : -(size.x + size.y) / 6)
        count = 0
        start = inside.0
        brighter[0] = 0
        darker[0] = 0
        textureAhead[0] = 0
        textureBehind[0] = 0
        guard inside.1 > inside.0 else { return }
        let normal = line.normal
        let across = FixedPointPosition(normal)
        let aside = FixedPointPosition(normal * 5)
        let limit = size - 8
        let last = Self.capacity(field) - 1
        var ahead: Int32 = -1
        var behind: Int32 = -1
        var t = inside.0
        var chord = BentChord(line, warp)
        while t <= inside.1, count < last {
            let centre = chord.pixel(at: t)
            if centre.x > 8, centre.y > 8, centre.x < limit.x, centre.y < limit.y {
                if count == 0 { start = t }
                let position = FixedPointPosition(centre)
                let sign = Self.edge(at: position, normal, across, field, threshold)
                brighter[count + 1] = brighter[count] + (sign > 0 ? 1 : 0)
                darker[count + 1] = darker[count] + (sign < 0 ? 1 : 0)
                let one = Int32(pixels[(position + aside).pixel(width: field.width)])
                let other = Int32(pixels[(position - aside).pixel(width: field.width)])
                textureAhead[count + 1] = textureAhead[count] + (ahead < 0 ? 0 : min(60, abs(one - ahead)))
                textureBehind[count + 1] = textureBehind[count] + (behind < 0 ? 0 : min(60, abs(other - behind)))
                ahead = one
                behind = other
                count += 1
            } else if count > 0 {
                break
            }
            t += Self.step
        }
    }

    static func capacity(_ field: EdgeField) -> Int { Int(Float(field.width + field.height) * 1.5 / step) + 8 }

    /// The largest step along the normal within a pixel of a position, if the edge there runs along the line; else 0.
    @inline(__always)
    private static func edge(
        at centre: FixedPointPosition,
        _ normal: SIMD2<Float>,
        _ across: FixedPointPosition,
        _ field: EdgeField,
        _ threshold: Float
    ) -> Float {
        var best: Float = 0
        var position = centre - across
        for _ in 0..<3 {
            let at = position.pixel(width: field.width)
            position = position + across
            let strength = field.strength[at]
            if strength < threshold { continue }
            let step = Float(Int(field.gradientX[at])) * normal.x + Float(Int(field.gradientY[at])) * normal.y
            if abs(step) >= 0.88 * strength, abs(step) > abs(best) { best = step }
        }
        return best
    }

    /// The stretch of a line within a rectangle made smaller by a margin, as parameters.
    private static func stretch(of line: LineSegment, _ size: SIMD2<Float>, margin: Float) -> (Float, Float) {
        var low = -Float.infinity
        var high = Float.infinity
        for axis in 0..<2 {
            let d = line.direction[axis]
            let c = line.centre[axis]
            if abs(d) < 1e-6 {
                if c < margin || c > size[axis] - margin { return (0, -1) }
                continue
            }
            let a = (margin - c) / d
            let b = (size[axis] - margin - c) / d
            low = max(low, min(a, b))
            high = min(high, max(a, b))
        }
        return (low, high)
    }
}

/// The pixels of a straight line through a lens, traversed in one direction: distorted every 16 pixels, linear between.
private struct BentChord {
    private static let span: Float = 16
    private let line: LineSegment
    private let warp: LensWarp
    private var start = Float.nan
    private var atStart = SIMD2<Float>.zero
    private var slope = SIMD2<Float>.zero

    init(_ line: LineSegment, _ warp: LensWarp) {
        self.line = line
        self.warp = warp
    }

    /// The pixel at a parameter that is not smaller than the last one.
    @inline(__always)
    mutating func pixel(at t: Float) -> SIMD2<Float> {
        if warp.isStraight { return line.point(at: t) }
        if !(t - start < Self.span) {
            let isNext = t - start < 1.5 * Self.span
            atStart = isNext ? atStart + slope * Self.span : warp.bent(line.point(at: t))
            start = isNext ? start + Self.span : t
            slope = (warp.bent(line.point(at: start + Self.span)) - atStart) / Self.span
        }
        return atStart + slope * (t - start)
    }
}
