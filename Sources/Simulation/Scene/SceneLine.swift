/// A line of a scene's text: `word name key=value …`; a value is a word or numbers with commas between.
struct SceneLine {
    let file: String
    let number: Int
    let word: String
    let name: String
    private let values: [String: String]

    /// A line of text; nil if it is empty or a comment.
    ///
    /// Throws `badScene` if a part is no `key=value`.
    init?(_ text: Substring, file: String, number: Int) throws(SimulationError) {
        let parts = text.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard let first = parts.first else { return nil }
        self.file = file
        self.number = number
        word = String(first)
        var rest = parts.dropFirst()
        if let second = rest.first, !second.contains("=") {
            name = String(second)
            rest = rest.dropFirst()
        } else {
            name = "\(first)-\(number)"
        }
        var values: [String: String] = [:]
        for part in rest {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2 else {
                throw .badScene(file: file, line: number, reason: "“\(part)” is not key=value")
            }
            values[String(sides[0])] = String(sides[1])
        }
        self.values = values
    }

    func fault(_ reason: String) -> SimulationError { .badScene(file: file, line: number, reason: reason) }

    func word(_ key: String, default fallback: String? = nil) throws(SimulationError) -> String {
        if let value = values[key] ?? fallback { return value }
        throw fault("`\(key)` is missing")
    }

    /// Exactly `count` finite numbers.
    func numbers(_ key: String, count: Int, default fallback: [Double]? = nil) throws(SimulationError) -> [Double] {
        guard let text = values[key] else {
            if let fallback { return fallback }
            throw fault("`\(key)` is missing")
        }
        let numbers = text.split(separator: ",").compactMap { Double($0) }.filter(\.isFinite)
        guard numbers.count == count, text.split(separator: ",").count == count else {
            throw fault("`\(key)` needs \(count) numbers, not “\(text)”")
        }
        return numbers
    }

    /// Finite numbers two by two; none if the key is missing.
    func pairs(_ key: String) throws(SimulationError) -> [(Double, Double)] {
        guard let text = values[key] else { return [] }
        let count = text.split(separator: ",").count
        guard count.isMultiple(of: 2) else { throw fault("`\(key)` needs an even count of numbers, not \(count)") }
        let numbers = try numbers(key, count: count)
        return stride(from: 0, to: count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    }

    /// Finite numbers three by three; none if the key is missing.
    func triples(_ key: String) throws(SimulationError) -> [(Double, Double, Double)] {
        guard let text = values[key] else { return [] }
        let count = text.split(separator: ",").count
        guard count.isMultiple(of: 3) else {
            throw fault("`\(key)` needs three numbers a point, not \(count) in all")
        }
        let numbers = try numbers(key, count: count)
        return stride(from: 0, to: count, by: 3).map { (numbers[$0], numbers[$0 + 1], numbers[$0 + 2]) }
    }

    func number(_ key: String, default fallback: Double? = nil) throws(SimulationError) -> Double {
        try numbers(key, count: 1, default: fallback.map { [$0] })[0]
    }

    /// A whole number of at most nine digits.
    func whole(_ key: String, default fallback: Int) throws(SimulationError) -> Int {
        let value = try number(key, default: Double(fallback))
        guard value == value.rounded(), abs(value) < 1e9 else { throw fault("`\(key)` must be a whole number") }
        return Int(value)
    }

    /// A number that must be above zero.
    func length(_ key: String, default fallback: Double? = nil) throws(SimulationError) -> Double {
        let value = try number(key, default: fallback)
        guard value > 0 else { throw fault("`\(key)` must be above zero") }
        return value
    }

    /// Lengths that must be above zero.
    func lengths(_ key: String, count: Int) throws(SimulationError) -> [Double] {
        let values = try numbers(key, count: count)
        guard values.allSatisfy({ $0 > 0 }) else { throw fault("`\(key)` must be above zero") }
        return values
    }
}
