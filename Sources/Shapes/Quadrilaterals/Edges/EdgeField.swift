/// The gradients of a gray image and the thin ridges of their strength.
///
/// The image is smoothed by [1 2 1] ⊗ [1 2 1] and differentiated by Sobel's operator in one separable pass of five
/// taps, so that a step of one gray level gives a gradient of 48. Storage is reused from image to image.
final class EdgeField {
    private(set) var width = 0
    private(set) var height = 0
    /// Differences to the right and downward, `width * height`; the outer two pixels are zero.
    private(set) var gradientX = UnsafeMutablePointer<Int16>.allocate(capacity: 1)
    private(set) var gradientY = UnsafeMutablePointer<Int16>.allocate(capacity: 1)
    /// Length of the gradient.
    private(set) var strength = UnsafeMutablePointer<Float>.allocate(capacity: 1)
    private var smoothRow = UnsafeMutablePointer<Int16>.allocate(capacity: 1)
    private var slopeRow = UnsafeMutablePointer<Int16>.allocate(capacity: 1)

    deinit { release() }

    private func release() {
        gradientX.deallocate()
        gradientY.deallocate()
        strength.deallocate()
        smoothRow.deallocate()
        slopeRow.deallocate()
    }

    private func resize(_ newWidth: Int, _ newHeight: Int) {
        if newWidth == width && newHeight == height { return }
        release()
        width = newWidth
        height = newHeight
        let count = width * height
        gradientX = .allocate(capacity: count)
        gradientY = .allocate(capacity: count)
        strength = .allocate(capacity: count)
        gradientX.initialize(repeating: 0, count: count)
        gradientY.initialize(repeating: 0, count: count)
        strength.initialize(repeating: 0, count: count)
        smoothRow = .allocate(capacity: width + 16)
        slopeRow = .allocate(capacity: width + 16)
        smoothRow.initialize(repeating: 0, count: width + 16)
        slopeRow.initialize(repeating: 0, count: width + 16)
    }

    /// Computes the gradients of an image of rows without padding.
    func compute(_ pixels: UnsafePointer<UInt8>, width: Int, height: Int) {
        resize(width, height)
        guard width >= 8, height >= 8 else { return }
        for y in 2..<height - 2 {
            filterColumns(pixels + (y - 2) * width)
            filterRow(y)
        }
    }

    private func filterColumns(_ top: UnsafePointer<UInt8>) {
        let (a, b, c, d, e) = (top, top + width, top + 2 * width, top + 3 * width, top + 4 * width)
        var x = 0
        while x + 16 <= width {
            let r0 = wide(a + x)
            let r1 = wide(b + x)
            let r2 = wide(c + x)
            let r3 = wide(d + x)
            let r4 = wide(e + x)
            store(r0 &+ r4 &+ (r1 &+ r3) &* 4 &+ r2 &* 6, smoothRow + x)
            store(r4 &- r0 &+ (r3 &- r1) &* 2, slopeRow + x)
            x += 16
        }
        while x < width {
            let outer = Int16(a[x]) + Int16(e[x])
            smoothRow[x] = outer + 4 * (Int16(b[x]) + Int16(d[x])) + 6 * Int16(c[x])
            slopeRow[x] = Int16(e[x]) - Int16(a[x]) + 2 * (Int16(d[x]) - Int16(b[x]))
            x += 1
        }
    }

    /// The outermost two columns remain zero.
    private func filterRow(_ y: Int) {
        let gx = gradientX + y * width
        let gy = gradientY + y * width
        let length = strength + y * width
        var x = 2
        while x < width - 2 {
            // The last block may overlap the one before it.
            let at = min(x, max(2, width - 2 - 16))
            if at + 16 > width - 2 { break }
            let s = smoothRow + at
            let d = slopeRow + at
            let across = vector(s + 2) &- vector(s - 2) &+ (vector(s + 1) &- vector(s - 1)) &* 2
            let down =
                vector(d - 2) &+ vector(d + 2) &+ (vector(d - 1) &+ vector(d + 1)) &* 4 &+ vector(d) &* 6
            store(across, gx + at)
            store(down, gy + at)
            store(Self.length(across.lowHalf, down.lowHalf), length + at)
            store(Self.length(across.highHalf, down.highHalf), length + at + 8)
            x += 16
        }
    }

    @inline(__always)
    private static func length(_ x: SIMD8<Int16>, _ y: SIMD8<Int16>) -> SIMD8<Float> {
        let (x, y) = (floats(x), floats(y))
        return (x * x + y * y).squareRoot()
    }

    /// Converts in a way that is fast in Embedded Swift, where the standard library makes a call per lane.
    ///
    /// 2²³ + 2¹⁵ and a number: its bits, the first flipped, are the last of the significand.
    @inline(__always)
    private static func floats(_ v: SIMD8<Int16>) -> SIMD8<Float> {
        let v = v ^ SIMD8(repeating: Int16.min)
        return SIMD8(
            raised(v[0]),
            raised(v[1]),
            raised(v[2]),
            raised(v[3]),
            raised(v[4]),
            raised(v[5]),
            raised(v[6]),
            raised(v[7])
        ) - (0x1p23 + 0x1p15)
    }

    @inline(__always)
    private static func raised(_ value: Int16) -> Float {
        Float(bitPattern: 0x4B00_0000 | UInt32(UInt16(bitPattern: value)))
    }

    @inline(__always)
    private func wide(_ p: UnsafePointer<UInt8>) -> SIMD16<Int16> {
        let v = UnsafeRawPointer(p).loadUnaligned(as: SIMD16<UInt8>.self)
        return SIMD16(lowHalf: Self.wide(v.lowHalf), highHalf: Self.wide(v.highHalf))
    }

    @inline(__always)
    private static func wide(_ v: SIMD8<UInt8>) -> SIMD8<Int16> {
        SIMD8(
            Int16(v[0]),
            Int16(v[1]),
            Int16(v[2]),
            Int16(v[3]),
            Int16(v[4]),
            Int16(v[5]),
            Int16(v[6]),
            Int16(v[7])
        )
    }

    @inline(__always)
    private func vector(_ p: UnsafeMutablePointer<Int16>) -> SIMD16<Int16> {
        UnsafeRawPointer(p).loadUnaligned(as: SIMD16<Int16>.self)
    }

    @inline(__always)
    private func store<Vector>(_ v: Vector, _ p: UnsafeMutableRawPointer) { p.storeBytes(of: v, as: Vector.self) }

    /// A bit mask of the eight pixels from one on that are at least so strong and the maximum across their edge.
    @inline(__always)
    func peaks(at first: Int, threshold: Float) -> UInt32 {
        let here = eight(strength + first)
        let strong = here .>= threshold
        // Most pixels lie in flat regions.
        guard any(strong) else { return 0 }
        let (x, y) = (eight(gradientX + first), eight(gradientY + first))
        let isLevel = (x * x) .>= (y * y)
        let before = eight(strength + first - width).replacing(with: eight(strength + first - 1), where: isLevel)
        let after = eight(strength + first + width).replacing(with: eight(strength + first + 1), where: isLevel)
        let isPeak = strong .& (here .> before) .& (here .>= after)
        let bits = SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128)
        return SIMD8<UInt32>.zero.replacing(with: bits, where: isPeak).wrappedSum()
    }

    @inline(__always)
    private func eight(_ values: UnsafeMutablePointer<Float>) -> SIMD8<Float> {
        UnsafeRawPointer(values).loadUnaligned(as: SIMD8<Float>.self)
    }

    @inline(__always)
    private func eight(_ values: UnsafeMutablePointer<Int16>) -> SIMD8<Float> {
        Self.floats(UnsafeRawPointer(values).loadUnaligned(as: SIMD8<Int16>.self))
    }
}
