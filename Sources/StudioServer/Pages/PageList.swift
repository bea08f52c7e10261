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

    /// Reads the pages below a folder, without hidden files, from the disk.
    init(folder: URL) {
        let stamps = Self.stamps(below: folder)
        version = Self.version(of: stamps)
        files = stamps.map { Self.address(of: $0.key) }
    }

    /// Reads the version of the pages below a folder from the disk.
    static func version(of folder: URL) -> String { version(of: stamps(below: folder)) }

    private typealias Stamps = [(key: String, value: FileStamp)]

    /// The pages by their paths below a folder, in order.
    private static func stamps(below folder: URL) -> Stamps {
        FileStamp.files(below: folder.resolvingSymlinksInPath().standardizedFileURL.path)
            .filter { path, _ in path != keeper && !path.hasSuffix(preparedEnding) }
            .sorted { $0.key < $1.key }
    }

    private static func version(of stamps: Stamps) -> String {
        var hash = SHA256()
        for (path, stamp) in stamps {
            hash.update(data: Array("\(path) \(stamp.size) \(stamp.seconds) \(stamp.nanoseconds)\n".utf8))
        }
        return hash.finalize().prefix(8).hexadecimal
    }

    private static func address(of path: String) -> String {
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        let page = "index.html"
        return escaped == page || escaped.hasSuffix("/" + page) ? String(escaped.dropLast(page.count)) : escaped
    }
}
