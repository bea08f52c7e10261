import Foundation
import NIOCore

/// The folder of the owner's captures: the files of each are collected in a temporary folder, and it appears when it is
/// complete.
struct CaptureFolder: Sendable {
    /// The folder of complete captures, one folder each.
    let folder: URL
    /// The maximum length of a file, bytes.
    static let longestFile = 1 << 30

    private var gathering: URL { folder.appending(path: ".gathering") }

    /// Whether a text has only letters, digits and hyphens, at most sixty.
    static func isName(_ text: String) -> Bool {
        (1...60).contains(text.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } && !text.hasPrefix("-")
    }

    /// Whether a capture may have a file: samples, a calibration, a video, or numbered images.
    static func isFile(_ path: String) -> Bool {
        let known = ["data.jsonl", "calibration.json", "data.webm", "data.mkv", "data.mp4"]
        if known.contains(path) { return true }
        guard path.hasPrefix("frames/"), path.hasSuffix(".jpg") else { return false }
        let number = path.dropFirst(7).dropLast(4)
        return (1...9).contains(number.count) && number.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Whether a complete capture has a name.
    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.appending(path: name).path) }

    /// Writes one file of an incomplete capture, and replaces an earlier attempt; throws if it is too long or cannot be
    /// written.
    func write(
        _ content: some AsyncSequence<ByteBuffer, any Error> & Sendable,
        as path: String,
        of name: String
    ) async throws {
        let file = gathering.appending(path: name).appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
        }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        var count = 0
        for try await part in content {
            count += part.readableBytes
            guard count <= Self.longestFile else { throw CaptureError.tooLong }
            try handle.write(contentsOf: Data(part.readableBytesView))
        }
    }

    /// Completes a capture; throws if parts are missing or the name is in use.
    func complete(_ name: String) throws {
        let parts = gathering.appending(path: name)
        func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: parts.appending(path: path).path) }
        let pictures = ["data.webm", "data.mkv", "data.mp4", "frames"]
        guard has("data.jsonl"), has("calibration.json"), pictures.contains(where: has) else {
            throw CaptureError.incomplete
        }
        guard !self.has(name) else { throw CaptureError.taken }
        try FileManager.default.moveItem(at: parts, to: folder.appending(path: name))
    }
}

/// Why a capture is refused.
enum CaptureError: Error, Equatable {
    case tooLong, incomplete, taken
}
