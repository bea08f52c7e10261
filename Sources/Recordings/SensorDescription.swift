import Foundation

/// A `sensor.yaml` of the EuRoC layout: flat keys whose values are words, numbers or lists of numbers.
///
/// Only that much of YAML is read: `key: value` a line, lists in brackets that may go over several lines, `#` comments.
struct SensorDescription {
    /// The file's path, for messages.
    let path: String
    private struct Entry {
        var line: Int
        var text: String
    }
    private var entries: [String: Entry] = [:]

    /// Reads a description; throws `unreadable`, or `badData` where a list has no end.
    init(path: String) throws(RecordingError) {
        self.path = path
        let lines = try LineReader(path: path)
        var open: String?
        while let raw = try lines.next() {
            let line = String(raw.prefix { $0 != "#" }).trimmingCharacters(in: .whitespaces)
            if let key = open {
                entries[key]?.text += " " + line
            } else if let colon = line.firstIndex(of: ":") {
                let key = String(line[..<colon])
                entries[key] = Entry(line: lines.lineNumber, text: String(line[line.index(after: colon)...]))
                open = key
            }
            if let key = open, let text = entries[key]?.text, !text.contains("[") || text.contains("]") { open = nil }
        }
        if let key = open, let entry = entries[key] {
            throw .badData(file: path, line: entry.line, reason: "the list of `\(key)` has no end")
        }
    }

    /// The word of a key; nil where the key is missing.
    func word(_ key: String) -> String? {
        entries[key]?.text.trimmingCharacters(in: .whitespaces)
    }

    /// The numbers of a key, a single one without brackets too; nil where the key is missing.
    func numbers(_ key: String) throws(RecordingError) -> [Double]? {
        guard let entry = entries[key] else { return nil }
        let fields = entry.text.split { "[], \t".contains($0) }
        var numbers: [Double] = []
        for field in fields {
            guard let number = Double(field), number.isFinite else {
                throw .badData(file: path, line: entry.line, reason: "`\(key)`: “\(field)” is not a finite number")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Exactly `count` numbers of a key that must be there.
    func requiredNumbers(_ key: String, count: Int) throws(RecordingError) -> [Double] {
        guard let numbers = try numbers(key) else {
            throw .badData(file: path, line: 1, reason: "`\(key)` is missing")
        }
        guard numbers.count == count else {
            throw fault(key, "has \(numbers.count) numbers, not \(count)")
        }
        return numbers
    }

    /// One number of a key; nil where the key is missing.
    func number(_ key: String) throws(RecordingError) -> Double? {
        guard entries[key] != nil else { return nil }
        return try requiredNumbers(key, count: 1)[0]
    }

    /// An error about a key.
    func fault(_ key: String, _ reason: String) -> RecordingError {
        .badData(file: path, line: entries[key]?.line ?? 1, reason: "`\(key)` \(reason)")
    }
}
