/// The lines of text that tesseract found in a picture.
struct RecognizedText: Sendable, Equatable {
    /// A line of text.
    struct Line: Codable, Sendable, Equatable {
        /// Its words, separated by spaces.
        let text: String
        /// How sure the program is of it, 0…1: the mean over its words.
        let confidence: Double
    }

    /// Below this, 0…1, a word is taken for an accident of the picture.
    ///
    /// By hand: screws and edges of plates come out below 0.1, small but right numbers above 0.2.
    private static let leastConfidence = 0.15
    /// The lines, in the program's order.
    let lines: [Line]

    /// Reads tesseract's table: tab-separated columns, a row per word, with the numbers of its block, paragraph and line.
    init(table: String) {
        var lines: [(place: [Substring], words: [(text: String, confidence: Double)])] = []
        for row in table.split(separator: "\n").dropFirst() {
            let columns = row.split(separator: "\t", omittingEmptySubsequences: false)
            // The level 5 is a word's; -1 is the confidence of what is none.
            guard columns.count == 12, columns[0] == "5", let percent = Double(columns[10]), percent >= 0
            else { continue }
            let text = columns[11].trimmed
            guard !text.isEmpty, percent / 100 >= Self.leastConfidence else { continue }
            let place = Array(columns[1...4])
            if lines.last?.place != place { lines.append((place, [])) }
            lines[lines.count - 1].words.append((text, percent / 100))
        }
        self.lines = lines.compactMap { _, words in
            let text = words.map(\.text).joined(separator: " ")
            guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
            return Line(text: text, confidence: words.map(\.confidence).reduce(0, +) / Double(words.count))
        }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
