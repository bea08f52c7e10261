/// The one-time authenticator Poly1305 (RFC 8439, section 2.5) in five limbs of 26 bits.
struct Poly1305 {
    private var r: [UInt64]
    private let pad: [UInt8]
    private var h: [UInt64] = [0, 0, 0, 0, 0]
    private static let mask: UInt64 = 0x3ff_ffff

    /// An authenticator for one message; the key's 32 bytes must never be used twice.
    init(key: [UInt8]) {
        var clamped = Array(key[0..<16])
        for index in [3, 7, 11, 15] { clamped[index] &= 15 }
        for index in [4, 8, 12] { clamped[index] &= 252 }
        r = Self.limbs(clamped + [0])
        pad = Array(key[16..<32])
    }

    /// The tag, 16 bytes.
    static func tag(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        var state = Poly1305(key: key)
        var start = 0
        while start < message.count {
            let end = min(start + 16, message.count)
            var block = Array(message[start..<end]) + [1]
            block += Array(repeating: 0, count: 17 - block.count)
            state.absorb(block)
            start = end
        }
        return state.finished()
    }

    /// h = (h + block) r mod 2¹³⁰ − 5.
    private mutating func absorb(_ block: [UInt8]) {
        let addend = Self.limbs(block)
        for index in 0..<5 { h[index] += addend[index] }
        var product: [UInt64] = [0, 0, 0, 0, 0]
        for i in 0..<5 {
            for j in 0..<5 {
                let k = i + j
                product[k % 5] += h[i] * r[j] * (k >= 5 ? 5 : 1)
            }
        }
        h = Self.carried(product)
    }

    private static func carried(_ limbs: [UInt64]) -> [UInt64] {
        var limbs = limbs
        for _ in 0..<2 {
            var carry: UInt64 = 0
            for index in 0..<5 {
                limbs[index] += carry
                carry = limbs[index] >> 26
                limbs[index] &= mask
            }
            limbs[0] += carry * 5
        }
        return limbs
    }

    private static func limbs(_ bytes: [UInt8]) -> [UInt64] {
        (0..<5).map { limb in
            var value: UInt64 = 0
            for bit in 0..<26 {
                let position = limb * 26 + bit
                guard position / 8 < bytes.count else { break }
                value |= UInt64(bytes[position / 8] >> (position % 8) & 1) << UInt64(bit)
            }
            return value
        }
    }

    private func finished() -> [UInt8] {
        var value = Self.carried(Self.carried(h))
        // h − (2¹³⁰ − 5), used if it is not negative; selected without a branch on secret data.
        var reduced = value
        reduced[0] += 5
        for index in 0..<4 {
            reduced[index + 1] += reduced[index] >> 26
            reduced[index] &= Self.mask
        }
        let choice = 0 &- (reduced[4] >> 26)
        reduced[4] &= Self.mask
        for index in 0..<5 { value[index] = (reduced[index] & choice) | (value[index] & ~choice) }
        let number = (0..<16).map { byte in
            (0..<8).reduce(UInt8(0)) { sum, bit in
                let position = byte * 8 + bit
                return sum | UInt8(value[position / 26] >> UInt64(position % 26) & 1) << UInt8(bit)
            }
        }
        var carry: UInt16 = 0
        return (0..<16).map { index in
            carry += UInt16(number[index]) + UInt16(pad[index])
            defer { carry >>= 8 }
            return UInt8(truncatingIfNeeded: carry)
        }
    }
}
