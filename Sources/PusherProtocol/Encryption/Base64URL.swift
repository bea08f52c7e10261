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
