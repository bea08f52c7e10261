/// A part of a glTF file's JSON with its path, for errors.
struct GLTFElement {
    let value: JSONValue
    let path: String

    private func error(_ key: StaticString, _ problem: String) -> ModelError {
        .malformed("\(path.isEmpty ? "" : path + ".")\(key): \(problem)")
    }

    /// An error about this part.
    func error(_ problem: String) -> ModelError { .malformed("\(path): \(problem)") }

    /// Whether a key has a value.
    func contains(_ key: StaticString) -> Bool { value[key] != nil }

    /// The object of a key, if any.
    func object(_ key: StaticString) throws(ModelError) -> GLTFElement? {
        guard let found = value[key] else { return nil }
        guard case .object = found else { throw error(key, "an object is expected") }
        return GLTFElement(value: found, path: path.isEmpty ? "\(key)" : "\(path).\(key)")
    }

    /// An extension's object, if any.
    func `extension`(_ name: StaticString) throws(ModelError) -> GLTFElement? {
        try object("extensions")?.object(name)
    }

    /// The objects of a key's list; empty if there is no list.
    func objects(_ key: StaticString) throws(ModelError) -> [GLTFElement] {
        var elements: [GLTFElement] = []
        for (i, item) in try list(key).enumerated() {
            guard case .object = item else { throw error(key, "entry \(i): an object is expected") }
            elements.append(GLTFElement(value: item, path: path.isEmpty ? "\(key)[\(i)]" : "\(path).\(key)[\(i)]"))
        }
        return elements
    }

    /// The text of a key, if any.
    func string(_ key: StaticString) throws(ModelError) -> String? {
        guard let found = value[key] else { return nil }
        guard case .string(let text) = found else { throw error(key, "a text is expected") }
        return text
    }

    /// The texts of a key's list; empty if there is no list.
    func strings(_ key: StaticString) throws(ModelError) -> [String] {
        try list(key).map { (item) throws(ModelError) in
            guard case .string(let text) = item else { throw error(key, "texts are expected") }
            return text
        }
    }

    /// The boolean of a key; false without it.
    func bool(_ key: StaticString) throws(ModelError) -> Bool {
        guard let found = value[key] else { return false }
        guard case .bool(let isOn) = found else { throw error(key, "true or false is expected") }
        return isOn
    }

    /// The number of a key, if any.
    func number(_ key: StaticString) throws(ModelError) -> Double? {
        guard let found = value[key] else { return nil }
        guard case .number(let number) = found else { throw error(key, "a number is expected") }
        return number
    }

    /// The numbers of a key's list, which must have `count`; nil if there is no list.
    func numbers(_ key: StaticString, count: Int) throws(ModelError) -> [Double]? {
        guard value[key] != nil else { return nil }
        let numbers = try list(key).map { (item) throws(ModelError) in
            guard case .number(let number) = item else { throw error(key, "numbers are expected") }
            return number
        }
        guard numbers.count == count else { throw error(key, "\(count) numbers are expected") }
        return numbers
    }

    /// The number of a key, if any; it must be a non-negative integer.
    func count(_ key: StaticString) throws(ModelError) -> Int? {
        guard let number = try number(key) else { return nil }
        guard let whole = Int(exactly: number), (0...0x7FFF_FFFF).contains(whole) else {
            throw error(key, "a whole number of at least 0 is expected")
        }
        return whole
    }

    /// The same for a required number.
    func requiredCount(_ key: StaticString) throws(ModelError) -> Int {
        guard let number = try count(key) else { throw error(key, "is missing") }
        return number
    }

    /// The index of a key, if any; it must be less than `bound`.
    func index(_ key: StaticString, below bound: Int) throws(ModelError) -> Int? {
        guard let index = try count(key) else { return nil }
        guard index < bound else { throw error(key, "\(index) is named, but there are \(bound)") }
        return index
    }

    /// The same for a required index.
    func requiredIndex(_ key: StaticString, below bound: Int) throws(ModelError) -> Int {
        guard let index = try index(key, below: bound) else { throw error(key, "is missing") }
        return index
    }

    /// The indices of a key's list, each less than `bound`; empty if there is no list.
    func indices(_ key: StaticString, below bound: Int) throws(ModelError) -> [Int] {
        try list(key).map { (item) throws(ModelError) in
            guard case .number(let number) = item, let index = Int(exactly: number), (0..<bound).contains(index) else {
                throw error(key, "each entry must be one of 0 to \(bound - 1)")
            }
            return index
        }
    }

    private func list(_ key: StaticString) throws(ModelError) -> [JSONValue] {
        guard let found = value[key] else { return [] }
        guard case .array(let items) = found else { throw error(key, "a list is expected") }
        return items
    }
}
