/// Sixteen neighbouring numbers of a row: pixels, or values computed from them.
///
/// Two vectors of eight, because compilers keep these in registers; they split wider ones, and the standard library's
/// conversions, into single lanes or calls (Swift 6.3).
public struct PixelRow {
    /// Lanes 0–7.
    public var low: SIMD8<Float>
    /// Lanes 8–15.
    public var high: SIMD8<Float>

    /// Two halves.
    @inlinable
    @inline(__always)
    public init(low: SIMD8<Float>, high: SIMD8<Float>) {
        self.low = low
        self.high = high
    }

    /// All zero.
    @inlinable
    @inline(__always)
    public static var zero: PixelRow { PixelRow(low: .zero, high: .zero) }

    /// Sixteen pixels.
    @inlinable
    @inline(__always)
    public init(pixels: UnsafePointer<UInt8>) {
        self.init(low: Self.eight(pixels), high: Self.eight(pixels + 8))
    }

    @inlinable
    @inline(__always)
    static func eight(_ pixels: UnsafePointer<UInt8>) -> SIMD8<Float> {
        let v = UnsafeRawPointer(pixels).loadUnaligned(as: SIMD8<UInt8>.self)
        let values = SIMD8(
            raised(v[0]),
            raised(v[1]),
            raised(v[2]),
            raised(v[3]),
            raised(v[4]),
            raised(v[5]),
            raised(v[6]),
            raised(v[7])
        )
        return values - 0x1p23
    }

    /// 2²³ plus a pixel: its bits are the last of the significand.
    ///
    /// In Embedded Swift a conversion from integer to floating point is a call per lane; this is an OR.
    @inlinable
    @inline(__always)
    static func raised(_ pixel: UInt8) -> Float { Float(bitPattern: 0x4B00_0000 | UInt32(pixel)) }

    /// Sixteen numbers from memory.
    @inlinable
    @inline(__always)
    public init(loading memory: UnsafePointer<Float>) {
        let raw = UnsafeRawPointer(memory)
        self.init(
            low: raw.loadUnaligned(as: SIMD8<Float>.self),
            high: raw.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self)
        )
    }

    /// Writes the sixteen numbers.
    @inlinable
    @inline(__always)
    public func store(to memory: UnsafeMutablePointer<Float>) {
        let raw = UnsafeMutableRawPointer(memory)
        raw.storeBytes(of: low, as: SIMD8<Float>.self)
        raw.storeBytes(of: high, toByteOffset: 32, as: SIMD8<Float>.self)
    }
}

extension PixelRow {
    /// Lane by lane.
    @inlinable
    @inline(__always)
    public static func + (a: PixelRow, b: PixelRow) -> PixelRow { PixelRow(low: a.low + b.low, high: a.high + b.high) }

    /// Lane by lane.
    @inlinable
    @inline(__always)
    public static func - (a: PixelRow, b: PixelRow) -> PixelRow { PixelRow(low: a.low - b.low, high: a.high - b.high) }

    /// Lane by lane.
    @inlinable
    @inline(__always)
    public static func * (a: PixelRow, b: PixelRow) -> PixelRow { PixelRow(low: a.low * b.low, high: a.high * b.high) }

    /// Every lane times one number.
    @inlinable
    @inline(__always)
    public static func * (a: PixelRow, b: Float) -> PixelRow { PixelRow(low: a.low * b, high: a.high * b) }

    /// Every lane minus one number.
    @inlinable
    @inline(__always)
    public static func - (a: PixelRow, b: Float) -> PixelRow { PixelRow(low: a.low - b, high: a.high - b) }

    /// Lane by lane.
    @inlinable
    @inline(__always)
    public static func += (a: inout PixelRow, b: PixelRow) { a = a + b }

    /// Lane by lane.
    @inlinable
    @inline(__always)
    public static func -= (a: inout PixelRow, b: PixelRow) { a = a - b }

    /// Lane by lane.
    @inlinable
    @inline(__always)
    public static func / (a: PixelRow, b: PixelRow) -> PixelRow { PixelRow(low: a.low / b.low, high: a.high / b.high) }

    /// Every lane plus one number.
    @inlinable
    @inline(__always)
    public static func + (a: PixelRow, b: Float) -> PixelRow { PixelRow(low: a.low + b, high: a.high + b) }

    /// The larger of two, lane by lane.
    @inlinable
    @inline(__always)
    public static func larger(_ a: PixelRow, _ b: PixelRow) -> PixelRow {
        PixelRow(low: Self.larger(a.low, b.low), high: Self.larger(a.high, b.high))
    }

    @inlinable
    @inline(__always)
    static func larger(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> { a.replacing(with: b, where: b .> a) }

    /// The largest lane.
    @inlinable
    @inline(__always)
    public var largest: Float {
        let eight = Self.larger(low, high)
        var largest = eight[0]
        for lane in 1..<8 { largest = Swift.max(largest, eight[lane]) }
        return largest
    }

    /// The sums of three rows' lanes, by halves: the same order on every machine.
    ///
    /// It is a separate call on purpose: inlined, it makes the compiler split the loops before it.
    @inline(never)
    public static func totals(_ a: PixelRow, _ b: PixelRow, _ c: PixelRow) -> SIMD3<Float> {
        SIMD3(a.total, b.total, c.total)
    }

    @inline(__always)
    private var total: Float {
        let eight = low + high
        let four = eight.lowHalf + eight.highHalf
        let two = four.lowHalf + four.highHalf
        return two.x + two.y
    }
}

extension UnsafeMutablePointer where Pointee == UInt8 {
    /// Copies bytes in one call, because Embedded Swift's `update(from:count:)` copies them one by one.
    ///
    /// The two buffers must not overlap.
    @inlinable
    public func copyBytes(from source: UnsafePointer<UInt8>, count: Int) {
        UnsafeMutableRawPointer(self).copyMemory(from: source, byteCount: count)
    }
}
