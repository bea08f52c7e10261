/// The query of a URL taken apart.
enum QueryText {
    /// Names and values with their escapes undone, in order.
    static func parameters(_ query: String) -> [(name: String, value: String)] {
        query.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (unescaped(halves[0]), halves.count > 1 ? unescaped(halves[1]) : "")
        }
    }

    /// A path with `%XX` undone.
    static func path(_ text: String) -> String { unescaped(Substring(text), plusIsSpace: false) }

    /// A text with `%XX` decoded, and `+` too if it represents a space.
    static func unescaped(_ text: Substring, plusIsSpace: Bool = true) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(hexadecimal: rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// Two hexadecimal digits.
    fileprivate init?(hexadecimal digits: Substring.UTF8View.SubSequence) {
        guard digits.count == 2, digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
            return nil
        }
        self.init(Substring(digits), radix: 16)
    }
}
