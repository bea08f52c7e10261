/// A position in an image in units of 1/65536 of a pixel: the pixel's index needs two shifts, without rounding of
/// floating point.
struct FixedPointPosition {
    /// The longest side of an image whose positions can all be represented.
    static let largestSide = 32767
    private static let unit: Float = 65536

    private let x: Int32
    private let y: Int32

    @inline(__always)
    private init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }

    /// A position, or the way from one to another.
    @inline(__always)
    init(_ position: SIMD2<Float>) { self.init(x: Int32(position.x * Self.unit), y: Int32(position.y * Self.unit)) }

    @inline(__always)
    static func + (position: FixedPointPosition, way: FixedPointPosition) -> FixedPointPosition {
        FixedPointPosition(x: position.x &+ way.x, y: position.y &+ way.y)
    }

    @inline(__always)
    static func - (position: FixedPointPosition, way: FixedPointPosition) -> FixedPointPosition {
        FixedPointPosition(x: position.x &- way.x, y: position.y &- way.y)
    }

    /// The pixel that contains it.
    @inline(__always)
    func pixel(width: Int) -> Int { Int(y >> 16) &* width &+ Int(x >> 16) }

    /// The gray interpolated between the pixel that contains it and the next ones to the right and below; a pixel's
    /// value is at its corner.
    @inline(__always)
    func gray(_ pixels: UnsafePointer<UInt8>, width: Int) -> Float {
        let at = pixels + pixel(width: width)
        let (right, down) = ((x >> 8) & 255, (y >> 8) & 255)
        let top = Int32(at[0]) &* (256 &- right) &+ Int32(at[1]) &* right
        let bottom = Int32(at[width]) &* (256 &- right) &+ Int32(at[width + 1]) &* right
        return Float(top &* (256 &- down) &+ bottom &* down) * (1 / Self.unit)
    }
}
