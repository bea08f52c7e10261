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

    /// The value of a name; nil if this is no object or lacks it.
    package subscript(name: StaticString) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return name.withUTF8Buffer { wanted in
            members.first { $0.name.utf8.elementsEqual(wanted) }?.value
        }
    }
}
