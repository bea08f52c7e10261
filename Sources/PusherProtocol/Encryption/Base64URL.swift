/// Base64 for addresses (RFC 4648, section 5), without padding.
package enum Base64URL {
    /// The text of some bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The bytes, with or without padding; nil if the text is something else.
    package static func decode(_ text: String) -> [UInt8]? {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else { return nil }
        let plain = text.replacing("=", with: "").replacing("-", with: "+").replacing("_", with: "/")
        return Base64.decode(plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
