/// A condition on the tags of an event: a subscriber with a filter receives the events that it matches.
///
/// As JSON a tree of objects, in the form that Centrifugo and Sockudo have, too:
/// `{"key":"symbol","cmp":"eq","val":"BTC"}`, `{"key":"symbol","cmp":"in","vals":["BTC","ETH"]}`,
/// `{"op":"and","nodes":[…]}`. An event without a tag meets `neq`, `nin` and `nex` of it, and no other comparison.
public indirect enum TagFilter: Sendable, Equatable {
    /// Every one matches; at least one is needed.
    case all([TagFilter])
    /// At least one matches.
    case any([TagFilter])
    /// It does not match.
    case not(TagFilter)
    /// The tag with a name compares so.
    case tag(String, Comparison)

    /// What a tag's value is compared with.
    public enum Comparison: Sendable, Equatable {
        /// `eq`: the same text.
        case equals(String)
        /// `in`: one of these texts.
        case isOneOf(Set<String>)
        /// `ex`: any value.
        case exists
        /// `sw`: begins with the text.
        case hasPrefix(String)
        /// `ew`: ends with the text.
        case hasSuffix(String)
        /// `ct`: contains the text.
        case contains(String)
        /// `gt`, `gte`, `lt`, `lte`: the value is a number, and in this order to the given one.
        case number(Order, Double)
    }

    /// The order of a tag's number to a filter's.
    public enum Order: String, Sendable {
        /// Above it.
        case greater = "gt"
        /// Above or equal.
        case atLeast = "gte"
        /// Below it.
        case less = "lt"
        /// Below or equal.
        case atMost = "lte"
    }

    /// Whether an event with these tags meets the condition.
    public func matches(_ tags: [String: String]) -> Bool {
        switch self {
        case .all(let nodes): nodes.allSatisfy { $0.matches(tags) }
        case .any(let nodes): nodes.contains { $0.matches(tags) }
        case .not(let node): !node.matches(tags)
        case .tag(let name, let comparison): tags[name].map(comparison.holds) ?? false
        }
    }
}

extension TagFilter.Comparison {
    fileprivate func holds(for value: String) -> Bool {
        switch self {
        case .equals(let text): value == text
        case .isOneOf(let texts): texts.contains(value)
        case .exists: true
        case .hasPrefix(let text): value.hasPrefix(text)
        case .hasSuffix(let text): value.hasSuffix(text)
        case .contains(let text): value.contains(text)
        case .number(let order, let limit):
            switch (TagFilter.number(value), order) {
            case (nil, _): false
            case (let number?, .greater): number > limit
            case (let number?, .atLeast): number >= limit
            case (let number?, .less): number < limit
            case (let number?, .atMost): number <= limit
            }
        }
    }
}

extension TagFilter {
    /// A decimal number; nil for other texts, also those that only programs take for numbers.
    fileprivate static func number(_ text: String) -> Double? {
        let isDecimal = text.utf8.allSatisfy { byte in
            byte &- 0x30 < 10 || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
        }
        return isDecimal ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    }
}

extension TagFilter {
    /// Reads a filter; throws where it is no filter, or larger than the limits allow.
    public init(json: JSONText, limits: Limits = Limits()) throws(ProtocolError) {
        var parser = TagFilterParser(limits: limits)
        self = try parser.filter(json, path: "filter", depth: 1)
    }

    /// The filter as JSON.
    public var json: JSONText {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .all(let nodes): Self.write("and", nodes, to: &writer)
        case .any(let nodes): Self.write("or", nodes, to: &writer)
        case .not(let node): Self.write("not", [node], to: &writer)
        case .tag(let name, let comparison):
            writer.raw("{\"key\":")
            writer.string(name)
            writer.raw(",\"cmp\":")
            writer.string(comparison.name)
            comparison.writeValue(to: &writer)
            writer.raw("}")
        }
    }

    private static func write(_ operation: String, _ nodes: [TagFilter], to writer: inout JSONWriter) {
        writer.raw("{\"op\":")
        writer.string(operation)
        writer.raw(",\"nodes\":[")
        writer.list(nodes) { $1.write(to: &$0) }
        writer.raw("]}")
    }
}

extension TagFilter.Comparison {
    fileprivate var name: String {
        switch self {
        case .equals: "eq"
        case .isOneOf: "in"
        case .exists: "ex"
        case .hasPrefix: "sw"
        case .hasSuffix: "ew"
        case .contains: "ct"
        case .number(let order, _): order.rawValue
        }
    }

    fileprivate func writeValue(to writer: inout JSONWriter) {
        switch self {
        case .exists: break
        case .isOneOf(let texts):
            writer.raw(",\"vals\":[")
            writer.list(texts.sorted()) { $0.string($1) }
            writer.raw("]")
        case .equals(let text), .hasPrefix(let text), .hasSuffix(let text), .contains(let text):
            writer.raw(",\"val\":")
            writer.string(text)
        case .number(_, let number):
            writer.raw(",\"val\":")
            writer.string("\(number)")
        }
    }
}

/// Reads a filter and counts its parts.
private struct TagFilterParser {
    let limits: Limits
    private var nodes = 0
    private var values = 0

    init(limits: Limits) { self.limits = limits }

    mutating func filter(_ json: JSONText, path: String, depth: Int) throws(ProtocolError) -> TagFilter {
        guard json.kind == .object else { throw .invalidFilter("\(path) must be an object") }
        nodes += 1
        guard nodes <= limits.filterNodes else { throw .invalidFilter("more than \(limits.filterNodes) nodes") }
        guard depth <= limits.filterDepth else {
            throw .invalidFilter("\(path) is nested deeper than \(limits.filterDepth)")
        }
        var fields: [String: JSONText] = [:]
        for (name, value) in json.members {
            guard fields.updateValue(value, forKey: name) == nil else {
                throw .invalidFilter("\(path) has two members of the same name")
            }
        }
        guard let operation = fields["op"] else { return try comparison(fields, path: path) }
        guard fields["key"] == nil, let list = fields["nodes"], list.kind == .array, !list.elements.isEmpty else {
            throw .invalidFilter("\(path) with op needs nodes and no key")
        }
        var parts: [TagFilter] = []
        for (index, element) in list.elements.enumerated() {
            parts.append(try filter(element, path: "\(path).nodes[\(index)]", depth: depth + 1))
        }
        switch operation.string {
        case "and": return .all(parts)
        case "or": return .any(parts)
        case "not" where parts.count == 1: return .not(parts[0])
        case "not": throw .invalidFilter("\(path) with op not needs one node")
        default: throw .invalidFilter("\(path).op must be and, or, or not")
        }
    }

    private mutating func comparison(_ fields: [String: JSONText], path: String) throws(ProtocolError) -> TagFilter {
        let key = try text(fields["key"], "\(path).key")
        func value() throws(ProtocolError) -> String { try text(fields["val"], "\(path).val") }
        switch fields["cmp"]?.string {
        case "eq": return .tag(key, .equals(try value()))
        case "neq": return .not(.tag(key, .equals(try value())))
        case "in": return .tag(key, .isOneOf(try list(fields["vals"], "\(path).vals")))
        case "nin": return .not(.tag(key, .isOneOf(try list(fields["vals"], "\(path).vals"))))
        case "ex": return .tag(key, .exists)
        case "nex": return .not(.tag(key, .exists))
        case "sw": return .tag(key, .hasPrefix(try value()))
        case "ew": return .tag(key, .hasSuffix(try value()))
        case "ct": return .tag(key, .contains(try value()))
        case let name?:
            guard let order = TagFilter.Order(rawValue: name) else {
                throw .invalidFilter("\(path).cmp is no comparison: \(name.prefix(50))")
            }
            let value = fields["val"].flatMap { $0.kind == .number ? $0.text : $0.string }
            guard let number = value.flatMap({ TagFilter.number($0) }) else {
                throw .invalidFilter("\(path).val must be a number")
            }
            return .tag(key, .number(order, number))
        case nil: throw .invalidFilter("\(path).cmp is missing")
        }
    }

    private mutating func list(_ json: JSONText?, _ path: String) throws(ProtocolError) -> Set<String> {
        guard let json, json.kind == .array else { throw .invalidFilter("\(path) must be an array") }
        var texts: Set<String> = []
        for element in json.elements {
            values += 1
            guard values <= limits.filterValues else { throw .invalidFilter("more than \(limits.filterValues) vals") }
            texts.insert(try text(element, path))
        }
        return texts
    }

    private func text(_ json: JSONText?, _ path: String) throws(ProtocolError) -> String {
        guard let text = json?.string else { throw .invalidFilter("\(path) must be a string") }
        guard text.utf8.count <= limits.tagBytes else {
            throw .invalidFilter("\(path) is longer than \(limits.tagBytes) bytes")
        }
        return text
    }
}
