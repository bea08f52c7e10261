import Geometry

/// Finds a number by an identifier: a binary search in a list sorted by identifier.
struct IdentifierIndex: Equatable, Sendable {
    private struct Entry: Equatable {
        let identifier: Int32
        let value: Int32
    }

    private var entries: [Entry] = []

    /// An index of identifiers that have the numbers from 0 on; negative identifiers have none.
    init(_ identifiers: [Int32] = []) {
        for (value, identifier) in identifiers.enumerated() where identifier >= 0 {
            entries.append(Entry(identifier: identifier, value: Int32(value)))
        }
        entries = entries.sorted(byKey: { Double($0.identifier) })
    }

    /// The number of an identifier; nil if it has none.
    subscript(identifier: Int32) -> Int32? {
        let index = insertionIndex(of: identifier)
        return index < entries.count && entries[index].identifier == identifier ? entries[index].value : nil
    }

    /// Gives an identifier that has none its number.
    mutating func insert(_ value: Int32, for identifier: Int32) {
        entries.insert(Entry(identifier: identifier, value: value), at: insertionIndex(of: identifier))
    }

    /// Takes an identifier's number away.
    mutating func remove(_ identifier: Int32) { entries.removeAll { $0.identifier == identifier } }

    /// Takes all numbers away.
    mutating func removeAll() { entries.removeAll() }

    /// The first index whose identifier is not below the given one.
    private func insertionIndex(of identifier: Int32) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].identifier < identifier { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
