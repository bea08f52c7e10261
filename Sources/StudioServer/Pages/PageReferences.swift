/// The references of a module: the modules it imports, and its files by `new URL("./file", import.meta.url)`.
///
/// A module that is loaded by `import()` is none of them: it is needed later, or never.
struct PageReferences: Equatable {
    /// Relative addresses of imported modules, as written.
    private(set) var imports: [Substring] = []
    /// Relative addresses of other files, as written: a worker's module, the engine.
    private(set) var files: [Substring] = []

    /// Parses a module's text line by line, by the pages' own style: an import ends on a line with its address in
    /// double quotes.
    init(module text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            if let path = Self.imported(on: line) { imports.append(path) }
            if let path = Self.located(on: line) { files.append(path) }
        }
    }

    private static func imported(on line: Substring) -> Substring? {
        let isStatement = line.hasPrefix("import ") || line.hasPrefix("export ") || line.hasPrefix("}")
        guard isStatement else { return nil }
        return quoted(after: " from \"", in: line)
            ?? (line.hasPrefix("import \"") ? quoted(after: "import \"", in: line) : nil)
    }

    private static func located(on line: Substring) -> Substring? {
        line.contains(", import.meta.url)") ? quoted(after: "new URL(\"", in: line) : nil
    }

    /// A relative address between a text and the next quotation mark.
    private static func quoted(after start: String, in line: Substring) -> Substring? {
        guard let range = line.firstRange(of: start) else { return nil }
        let path = line[range.upperBound...].prefix { $0 != "\"" }
        return path.hasPrefix(".") ? path : nil
    }
}

/// Paths of pages, relative to their folder and without a leading slash.
enum PagePath {
    /// Resolves a relative address on a page or in a module; nil if it leads out of the pages.
    static func resolve(_ address: some StringProtocol, from path: String) -> String? {
        var parts = path.split(separator: "/").dropLast()
        for part in address.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": if parts.popLast() == nil { return nil }
            default: parts.append(Substring(part))
            }
        }
        return parts.joined(separator: "/")
    }
}
