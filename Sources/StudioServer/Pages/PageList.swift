import Crypto
import Foundation
import Hummingbird

/// All files of the pages and a name for their present state, by which a browser that keeps them knows when they
/// changed.
struct PageList: ResponseEncodable, Codable, Equatable {
    /// Another text whenever a file changed, came or went.
    let version: String
    /// The files as addresses below the root, in order; a folder's page is its folder's address.
    let files: [String]

    /// How the name of a file ends that the build compressed beforehand; it is part of another file.
    static let preparedEnding = ".br"
    /// What keeps the others does not keep itself.
    private static let keeper = "service-worker.js"

    /// The pages below a folder; hidden files are none.
    init(folder: URL) {
        let root = folder.resolvingSymlinksInPath().standardizedFileURL
        let keys: [URLResourceKey] = [.isRegularFileKey, .fileSizeKey, .contentModificationDateKey]
        let found = FileManager.default.enumerator(
            at: root,
            includingPropertiesForKeys: keys,
            options: [.skipsHiddenFiles]
        )
        var marks: [String: String] = [:]
        for case let file as URL in found ?? .init() {
            guard let values = try? file.resourceValues(forKeys: Set(keys)), values.isRegularFile == true else {
                continue
            }
            let path = String(file.standardizedFileURL.path.dropFirst(root.path.count + 1))
            let changed = values.contentModificationDate?.timeIntervalSince1970 ?? 0
            if path != Self.keeper, !path.hasSuffix(Self.preparedEnding) {
                marks[path] = "\(path) \(values.fileSize ?? 0) \(changed)"
            }
        }
        let paths = marks.keys.sorted()
        let text = paths.compactMap { marks[$0] }.joined(separator: "\n")
        version = SHA256.hash(data: Data(text.utf8)).prefix(8).hexadecimal
        files = paths.map(Self.address(of:))
    }

    private static func address(of path: String) -> String {
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        let page = "index.html"
        return escaped == page || escaped.hasSuffix("/" + page) ? String(escaped.dropLast(page.count)) : escaped
    }
}
