/// Detects that an image is exactly the one before: a camera's noise never repeats, so a repeated image shows nothing
/// new.
struct RepeatedImageDetector {
    struct Tuning: Equatable, Sendable {
        /// One row in so many is compared.
        ///
        /// Unit: 1. Range: 1…8. Origin: by hand: time for each image.
        let rowStep = 4
    }

    static let tuning = Tuning()

    private var previous: UInt64?

    /// Whether the image repeats the previous one; it then is the previous one itself.
    mutating func isRepeat(_ pixels: UnsafePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int) -> Bool {
        let sum = Self.checksum(pixels, width: width, height: height, bytesPerRow: bytesPerRow)
        defer { previous = sum }
        return sum == previous
    }

    /// The hash FNV-1a of 64 bits, over eight pixels in one step.
    ///
    /// Source: G. Fowler, L. Noll, K.-P. Vo and D. Eastlake, "The FNV non-cryptographic hash algorithm".
    private static func checksum(
        _ pixels: UnsafePointer<UInt8>,
        width: Int,
        height: Int,
        bytesPerRow: Int
    ) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for y in stride(from: 0, to: height, by: tuning.rowStep) {
            let row = UnsafeRawPointer(pixels + y * bytesPerRow)
            var x = 0
            while x + 8 <= width {
                hash = (hash ^ row.loadUnaligned(fromByteOffset: x, as: UInt64.self)) &* 0x100_0000_01b3
                // The multiplication moves bits upward only; this brings the upper ones down.
                hash ^= hash >> 29
                x += 8
            }
        }
        return hash
    }
}
