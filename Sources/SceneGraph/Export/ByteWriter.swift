/// Writes numbers as little-endian bytes.
package struct ByteWriter {
    package var bytes: [UInt8]

    package init(bytes: [UInt8] = []) { self.bytes = bytes }

    package mutating func append(_ value: UInt16) {
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }

    package mutating func append(_ value: UInt32) {
        for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    package mutating func append(_ value: Float) { append(value.bitPattern) }

    package mutating func append(_ value: SIMD2<Float>) {
        append(value.x)
        append(value.y)
    }

    package mutating func append(_ value: SIMD3<Float>) {
        append(value.x)
        append(value.y)
        append(value.z)
    }

    package mutating func pad(to multiple: Int, with byte: UInt8) {
        while bytes.count % multiple != 0 { bytes.append(byte) }
    }
}
