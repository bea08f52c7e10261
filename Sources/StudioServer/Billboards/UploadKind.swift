import Foundation
import Hummingbird

/// The kind of an uploaded file, from its content alone; its declared type is ignored.
enum UploadKind: String, CaseIterable, Sendable {
    case png, jpeg, webp, mp4, webm, glb

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
        } else if has("glTF", at: 0) {
            self = .glb
        } else {
            return nil
        }
    }

    /// Whether a file looks like an XML drawing, which may contain scripts.
    static func isVectorDrawing(_ bytes: Data) -> Bool {
        let head = String(decoding: bytes.prefix(2048), as: UTF8.self).lowercased()
        return head.contains("<svg") || head.contains("<!doctype svg")
    }

    /// The kind of a stored file, by its name's extension; nil for any other.
    init?(fileName: String) {
        guard let kind = Self.allCases.first(where: { fileName.hasSuffix("." + $0.fileExtension) }) else { return nil }
        self = kind
    }

    /// The kind of item that shows it.
    var itemKind: BillboardEntry.Kind {
        switch self {
        case .png, .jpeg, .webp: .picture
        case .mp4, .webm: .video
        case .glb: .model
        }
    }

    /// The maximum number of bytes of one file.
    var largest: Int { itemKind == .video ? 64 << 20 : 16 << 20 }

    /// The file's extension.
    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The media type it is served as.
    var mediaType: String {
        switch itemKind {
        case .video: "video/" + rawValue
        case .model: "model/gltf-binary"
        default: "image/" + rawValue
        }
    }
}
