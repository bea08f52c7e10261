/// The Salsa20 core, HSalsa20 and the XSalsa20 stream.
///
/// D. J. Bernstein, "Extending the Salsa20 nonce", 2011; "The Salsa20 family of stream ciphers", 2008.
enum Salsa20 {
    /// Ten double rounds over the sixteen words.
    static func rounds(_ x: inout [UInt32]) {
        func mix(_ a: Int, _ b: Int, _ c: Int, _ shift: UInt32) {
            let sum = x[b] &+ x[c]
            x[a] ^= sum &<< shift | sum &>> (32 - shift)
        }
        func quarter(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {
            mix(b, a, d, 7)
            mix(c, b, a, 9)
            mix(d, c, b, 13)
            mix(a, d, c, 18)
        }
        for _ in 0..<10 {
            quarter(0, 4, 8, 12)
            quarter(5, 9, 13, 1)
            quarter(10, 14, 2, 6)
            quarter(15, 3, 7, 11)
            quarter(0, 1, 2, 3)
            quarter(5, 6, 7, 4)
            quarter(10, 11, 8, 9)
            quarter(15, 12, 13, 14)
        }
    }

    /// The sixteen words of a block: constants on the diagonal, key around, sixteen bytes of input in the middle.
    static func state(key: [UInt8], input: [UInt8]) -> [UInt32] {
        let k = words(key)
        let n = words(input)
        return [
            0x6170_7865, k[0], k[1], k[2], k[3], 0x3320_646e, n[0], n[1],
            n[2], n[3], 0x7962_2d32, k[4], k[5], k[6], k[7], 0x6b20_6574,
        ]
    }

    /// A key of 32 bytes from a key of 32 bytes and 16 bytes of nonce.
    static func hsalsa(key: [UInt8], nonce: [UInt8]) -> [UInt8] {
        var x = state(key: key, input: nonce)
        rounds(&x)
        return bytes([x[0], x[5], x[10], x[15], x[6], x[7], x[8], x[9]])
    }

    /// XSalsa20: `count` bytes of stream from a key of 32 and a nonce of 24 bytes.
    static func stream(count: Int, key: [UInt8], nonce: [UInt8]) -> [UInt8] {
        let subkey = hsalsa(key: key, nonce: Array(nonce[0..<16]))
        var output: [UInt8] = []
        output.reserveCapacity(count + 64)
        var block: UInt64 = 0
        while output.count < count {
            let counter = (0..<8).map { UInt8(truncatingIfNeeded: block >> (8 * UInt64($0))) }
            let start = state(key: subkey, input: Array(nonce[16..<24]) + counter)
            var x = start
            rounds(&x)
            output += bytes(zip(x, start).map { $0 &+ $1 })
            block += 1
        }
        return Array(output.prefix(count))
    }

    private static func words(_ bytes: [UInt8]) -> [UInt32] {
        stride(from: 0, to: bytes.count, by: 4).map { start in
            bytes[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
    }

    private static func bytes(_ words: [UInt32]) -> [UInt8] {
        words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } }
    }
}
