/// Colour to gray by the luma weights of ITU-R BT.601 in 8-bit fixed point.
public enum GrayConversion {
    /// Writes the gray of `count` pixels of four bytes each (red, green, blue, alpha).
    ///
    /// The two buffers must not overlap.
    @inlinable
    public static func convert(color: UnsafePointer<UInt8>, count: Int, gray: UnsafeMutablePointer<UInt8>) {
        for i in 0..<count {
            let sum = 77 * UInt32(color[4 * i]) + 150 * UInt32(color[4 * i + 1]) + 29 * UInt32(color[4 * i + 2])
            gray[i] = UInt8(truncatingIfNeeded: (sum + 128) >> 8)
        }
    }
}
