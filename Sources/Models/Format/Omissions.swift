/// What a reader leaves out, in words, each once.
struct Omissions {
    private(set) var words: [String] = []

    /// Notes one thing that is left out.
    mutating func note(_ omission: StaticString) {
        if !words.contains(where: { $0.isExactly(omission) }) { words.append("\(omission)") }
    }

    /// Notes what another reader left out.
    mutating func note(_ others: Omissions) { words += others.words }
}
