import Imaging

/// A PNG file without compression, for images inside other files.
///
/// W3C, "Portable Network Graphics", third edition; RFC 1950 and RFC 1951 for the stored blocks.
package enum StoredPNG {
    static func bytes(of image: ColorImage) -> [UInt8] {
        var header: [UInt8] = bigEndian(UInt32(image.width)) + bigEndian(UInt32(image.height))
        header += [8, 6, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk([0x49, 0x48, 0x44, 0x52], header)
            + chunk([0x49, 0x44, 0x41, 0x54], stored(rows(of: image))) + chunk([0x49, 0x45, 0x4E, 0x44], [])
    }

    /// The rows, each after a zero, which means no filter.
    private static func rows(of image: ColorImage) -> [UInt8] {
        let stride = image.width * 4
        var rows: [UInt8] = []
        rows.reserveCapacity((stride + 1) * image.height)
        for y in 0..<image.height {
            rows.append(0)
            rows += image.bytes[y * stride..<(y + 1) * stride]
        }
        return rows
    }

    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let count = min(65_535, data.count - start)
            let length = UInt16(count)
            out.append(start + count == data.count ? 1 : 0)
            for value in [length, ~length] {
                out += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
            }
            out += data[start..<start + count]
            start += count
        } while start < data.count
        return out + bigEndian(adler(data))
    }

    private static func chunk(_ type: [UInt8], _ data: [UInt8]) -> [UInt8] {
        bigEndian(UInt32(data.count)) + type + data + bigEndian(cyclicSum(type + data))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    private static func adler(_ data: [UInt8]) -> UInt32 {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    /// The CRC-32 of bytes, as in PNG and ZIP.
    package static func cyclicSum(_ data: [UInt8]) -> UInt32 {
        let table = (0..<256).map { (start: UInt32) -> UInt32 in
            (0..<8).reduce(start) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        }
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in data { sum = table[Int((sum ^ UInt32(byte)) & 255)] ^ (sum >> 8) }
        return sum ^ 0xFFFF_FFFF
    }
}
