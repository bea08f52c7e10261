import Foundation
import Hummingbird

/// The kind of an uploaded file, from its content alone; its declared type is ignored.
enum UploadKind: String, CaseIterable, Sendable {
    case png, jpeg, webp, mp4, webm

    /// The kind of a file; nil for one that is not accepted.
    init?(_ bytes: Data) {
        let head = [UInt8](bytes.prefix(64))
        func has(_ text: StaticString, at offset: Int) -> Bool {
            let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            return head.count >= offset + wanted.count && head[offset..<offset + wanted.count].elementsEqual(wanted)
        }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftyp", at: 4) {
            self = .mp4
        } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]), bytes.prefix(64).range(of: Data("webm".utf8)) != nil {
            self = .webm
        } else {
            return nil
        }
    }

    /// Whether a file looks like an XML drawing, which may contain scripts.
    static func isVectorDrawing(_ bytes: Data) -> Bool {
        let head = String(decoding: bytes.prefix(2048), as: UTF8.self).lowercased()
        return head.contains("<svg") || head.contains("<!doctype svg")
    }

    /// Whether it is a video.
    var isVideo: Bool { self == .mp4 || self == .webm }

    /// The maximum number of bytes of one file.
    var largest: Int { isVideo ? 64 << 20 : 16 << 20 }

    /// The file's extension.
    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The media type it is served as.
    var mediaType: String { (isVideo ? "video/" : "image/") + rawValue }
}
