import Foundation

/// Reads text in pictures with tesseract, if the machine has it.
actor TextRecognizer {
    /// How the text in a picture is laid out.
    enum Layout: String, Codable, Sendable {
        /// One block of lines: a part that a person framed.
        case block
        /// Words anywhere in the picture.
        case sparse

        /// Tesseract's page segmentation mode.
        fileprivate var mode: String { self == .block ? "6" : "11" }
    }

    /// The largest number of pixels of a picture: a phone's usual full size.
    static let mostPixels = 12_600_000
    /// The largest number of languages at once: each takes its own time.
    static let mostLanguages = 3

    private let program: FilterProgram
    /// The languages and since when they are listed; a program may be installed while the studio runs.
    private var listed: (languages: Task<[String], Never>, since: ContinuousClock.Instant)?
    private static let listingAge = Duration.seconds(60)

    /// With a program in the given folders.
    init(folders: [URL], limits: FilterProgram.Limits = .init()) {
        program = FilterProgram(name: "tesseract", folders: folders, limits: limits)
    }

    /// The codes of the languages that can be read, such as "eng"; empty if the program or its languages are missing.
    func languages() async -> [String] {
        if let listed, listed.since.duration(to: .now) < Self.listingAge { return await listed.languages.value }
        let listing = Task { await Self.languages(of: program) }
        listed = (listing, .now)
        return await listing.value
    }

    private static func languages(of program: FilterProgram) async -> [String] {
        guard program.missing == nil, let told = try? await program.run(["--list-langs"]) else { return [] }
        let lines = String(decoding: told, as: UTF8.self).split(separator: "\n").dropFirst()
        return lines.map(String.init).filter { $0 != "osd" && isCode($0) }.sorted()
    }

    /// The text in a picture, a portable graymap.
    ///
    /// Throws a `FilterProgram.Failure`.
    nonisolated func read(_ picture: Data, languages: [String], layout: Layout) async throws -> RecognizedText {
        let arguments = ["stdin", "stdout", "-l", languages.joined(separator: "+"), "--psm", layout.mode, "tsv"]
        return RecognizedText(table: String(decoding: try await program.run(arguments, on: picture), as: UTF8.self))
    }

    /// Whether a name is that of a language: letters, digits and underscores.
    static func isCode(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 24
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
