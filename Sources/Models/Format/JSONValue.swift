/// One value of a JSON text.
///
/// T. Bray, "The JavaScript Object Notation (JSON) Data Interchange Format", RFC 8259, 2017.
package indirect enum JSONValue: Equatable, Sendable {
    /// One name of an object with its value.
    package struct Member: Equatable, Sendable {
        package let name: String
        package let value: JSONValue
    }

    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// The value of a key; nil if this is not an object or lacks the key.
    package subscript(name: StaticString) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.isExactly(name) }?.value
    }
}

extension String {
    /// Whether the bytes are the same; `==` would need Unicode tables, which Embedded Swift does not have.
    func isExactly(_ word: StaticString) -> Bool { word.withUTF8Buffer { utf8.elementsEqual($0) } }
}
