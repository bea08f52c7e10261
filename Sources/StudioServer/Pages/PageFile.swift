import Crypto
import Foundation

/// A file of the pages as it is sent.
struct PageFile: Sendable {
    let bytes: [UInt8]
    /// A digest of these bytes, for entity tags.
    let digest: String
    let mediaType: String

    init(bytes: [UInt8], mediaType: String) {
        self.bytes = bytes
        self.mediaType = mediaType
        digest = SHA256.hash(data: bytes).prefix(12).hexadecimal
    }

    /// Whether compression makes sense: images are compressed already.
    var isCompressible: Bool {
        mediaType.hasPrefix("text/") || mediaType.hasPrefix("image/svg")
            || mediaType.hasPrefix("application/") && mediaType != Self.unknown
    }

    /// The entity tag of these bytes in an encoding; a strong one, so it differs for each encoding (RFC 9110 §8.8.3.3).
    func entityTag(_ encoding: ContentEncoding?) -> String {
        "\"\(digest)\(encoding.map { "-" + $0.rawValue } ?? "")\""
    }

    /// The media type of a file by its extension.
    static func mediaType(of path: String) -> String {
        path.split(separator: ".").last.flatMap { types[$0.lowercased()] } ?? unknown
    }

    private static let unknown = "application/octet-stream"

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8", "json": "application/json; charset=utf-8",
        "txt": "text/plain; charset=utf-8",
        "md": "text/markdown; charset=utf-8", "webmanifest": "application/manifest+json", "wasm": "application/wasm",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "webp": "image/webp", "ico": "image/x-icon",
        "woff2": "font/woff2", "mp4": "video/mp4", "webm": "video/webm",
    ]
}
