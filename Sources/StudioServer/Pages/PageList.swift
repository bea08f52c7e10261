import Crypto
import Foundation
import Hummingbird

/// All files of the pages and a version of their present state, by which a browser that stores them detects changes.
struct PageList: ResponseEncodable, Codable, Equatable {
    /// Changes whenever a file changes, is added or removed.
    let version: String
    /// The files as addresses below the root, in order; a folder's page is its folder's address.
    let files: [String]

    /// The extension of files that the build compressed; each belongs to another file.
    static let preparedEnding = ".br"
    /// The service worker does not store itself.
    private static let keeper = "service-worker.js"

    /// The pages below a folder, without hidden files.
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
