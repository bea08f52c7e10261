/// A page's HTML with permanently cacheable addresses of its scripts and styles, and with its modules preloaded.
///
/// A browser finds a module's imports only after it has loaded the module. With `modulepreload` it requests all at
/// once.
struct PageDocument {
    /// The folder of a version's files: `@` and the version.
    static func folder(ofVersion version: String) -> String { "@" + version }

    private let html: String
    private let path: String
    /// A module and all modules that it needs, by its path below the folder of pages.
    private let modules: (_ path: String) -> [String]

    init(html: String, path: String, modules: @escaping (_ path: String) -> [String]) {
        self.html = html
        self.path = path
        self.modules = modules
    }

    /// The page in a version of all pages.
    func served(inVersion version: String) -> String {
        var announced: Set<String> = []
        return html.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let address = Self.keptAddress(on: line), let target = PagePath.resolve(address.text, from: path)
            else {
                return String(line)
            }
            let fresh = address.isModule ? modules(target).filter { announced.insert($0).inserted } : []
            let links = fresh.map { "<link rel=\"modulepreload\" href=\"\(self.address(of: $0, version))\">" }
            let changed = line.replacing(
                "\"\(address.text)\"",
                with: "\"\(self.address(of: target, version))\"",
                maxReplacements: 1
            )
            return (links + [String(changed)]).joined()
        }.joined(separator: "\n")
    }

    /// From the page's folder up to the root, then down to the file in its version: relative, so that a proxy may use
    /// any path.
    private func address(of target: String, _ version: String) -> String {
        let up = String(repeating: "../", count: path.split(separator: "/").count - 1)
        return "\(up)\(Self.folder(ofVersion: version))/\(target)"
    }

    /// The address of a line's style sheet, preloaded file or script; a line has one element, by the pages' own style.
    private static func keptAddress(on line: Substring) -> (text: Substring, isModule: Bool)? {
        let isKept = ["stylesheet", "preload"].contains { line.contains("<link rel=\"\($0)\"") }
        if isKept, let path = value(of: "href", in: line) { return (path, false) }
        let isModule = line.contains("<script type=\"module\"")
        guard isModule || line.contains("<script src="), let path = value(of: "src", in: line) else { return nil }
        return (path, isModule)
    }

    private static func value(of attribute: String, in line: Substring) -> Substring? {
        guard let range = line.firstRange(of: "\(attribute)=\"") else { return nil }
        let value = line[range.upperBound...].prefix { $0 != "\"" }
        return value.contains(":") || value.hasPrefix("/") ? nil : value
    }
}
