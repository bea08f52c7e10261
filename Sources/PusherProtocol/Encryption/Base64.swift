/// Base64 (RFC 4648, section 4) with padding.
package enum Base64 {
    /// The digits in the order of their values.
    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Encodes bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for index in 0..<4 {
                let symbol = alphabet[Int(value >> (18 - 6 * UInt32(index)) & 63)]
                text.append(index <= group.count ? symbol : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text; nil if it is not Base64.
    package static func decode(_ text: String) -> [UInt8]? {
        var symbols = Array(text.utf8)
        guard symbols.count % 4 == 0 else { return nil }
        while symbols.last == UInt8(ascii: "="), text.utf8.count - symbols.count < 2 { symbols.removeLast() }
        var bytes: [UInt8] = []
        var value: UInt32 = 0
        var bits = 0
        for symbol in symbols {
            guard let digit = alphabet.firstIndex(of: symbol) else { return nil }
            value = value << 6 | UInt32(digit)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
            }
        }
        return bytes
    }
}

/// Base64 for URLs (RFC 4648, section 5), without padding.
package enum Base64URL {
    /// Encodes bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Decodes a text, with or without padding; nil if it is not Base64.
    package static func decode(_ text: String) -> [UInt8]? {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else { return nil }
        let plain = text.replacing("=", with: "").replacing("-", with: "+").replacing("_", with: "/")
        return Base64.decode(plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
