/// The list of what a reader omits, in words, each once.
struct Omissions {
    private(set) var words: [String] = []

    /// Adds one omission.
    mutating func note(_ omission: StaticString) {
        if !words.contains(where: { $0.isExactly(omission) }) { words.append("\(omission)") }
    }

    /// Adds the omissions of another reader.
    mutating func note(_ others: Omissions) { words += others.words }
}
