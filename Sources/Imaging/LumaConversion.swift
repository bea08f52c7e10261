/// Converts a camera's luma to gray.
public enum LumaConversion {
    /// Writes the gray of a luma plane, one pixel for `factor` × `factor` pixels; omits the remainder at the right and
    /// below.
    ///
    /// Codes of 16…235 become 0…255 unless they have the full range already. The two buffers must not overlap.
    public static func convert(
        luma: UnsafePointer<UInt8>,
        width: Int,
        height: Int,
        factor: Int,
        isFullRange: Bool,
        gray: UnsafeMutablePointer<UInt8>
    ) {
        let area = Int32(factor * factor)
        let black = isFullRange ? 0 : 16 * area
        let gain = Int32((65536 * (isFullRange ? 1 : 255.0 / 219) / Double(area)).rounded())
        let (columns, rows) = (width / factor, height / factor)
        for y in 0..<rows {
            let source = luma + y * factor * width
            let out = gray + y * columns
            switch factor {
            case 1: for x in 0..<columns { out[x] = shade(Int32(source[x]), black, gain) }
            case 2:
                let below = source + width
                for x in 0..<columns {
                    let upper = Int32(source[2 * x]) + Int32(source[2 * x + 1])
                    let lower = Int32(below[2 * x]) + Int32(below[2 * x + 1])
                    out[x] = shade(upper + lower, black, gain)
                }
            default:
                for x in 0..<columns {
                    out[x] = shade(sum(source + x * factor, side: factor, stride: width), black, gain)
                }
            }
        }
    }

    @inline(__always)
    private static func shade(_ sum: Int32, _ black: Int32, _ gain: Int32) -> UInt8 {
        let value = ((sum &- black) &* gain &+ 32768) >> 16
        return UInt8(truncatingIfNeeded: min(255, max(0, value)))
    }

    private static func sum(_ corner: UnsafePointer<UInt8>, side: Int, stride: Int) -> Int32 {
        var sum: Int32 = 0
        for y in 0..<side {
            for x in 0..<side { sum += Int32(corner[y * stride + x]) }
        }
        return sum
    }
}
