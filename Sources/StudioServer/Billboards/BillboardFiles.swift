import Foundation
import Hummingbird

/// The uploaded images, videos and models of billboards, in one folder, under random names.
struct BillboardFiles: Sendable {
    /// Their path on the server.
    static let path = "/api/billboards/files/"

    let folder: URL

    /// An accepted file.
    struct Upload: ResponseEncodable, Codable, Sendable {
        let file: String
        let kind: String
        let address: String
        let width: Int?
        let height: Int?
    }

    /// Stores a file.
    ///
    /// - Throws: `StudioError` with the reason of a refusal.
    func keep(_ bytes: Data) throws -> Upload {
        let check = try UploadCheck(bytes)
        _ = try DataFolder(folder)
        let name = RandomText.hexadecimal(bytes: 16) + "." + check.kind.fileExtension
        try bytes.write(to: folder.appending(path: name), options: .atomic)
        return Upload(
            file: name,
            kind: check.kind.itemKind.rawValue,
            address: Self.path + name,
            width: check.size?.width,
            height: check.size?.height
        )
    }

    /// Whether a name is that of an uploaded file; no other file can be requested.
    func holds(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 32, parts[0].utf8.allSatisfy(Self.isHexadecimal),
            UploadKind(fileName: name) != nil
        else { return false }
        return FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    /// Deletes the files that no billboard uses and that are older than an hour.
    func removeAll(except used: Set<String>, before: Date = Date(timeIntervalSinceNow: -3600)) {
        let keys: [URLResourceKey] = [.contentModificationDateKey]
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: keys)
        for file in files ?? [] where !used.contains(file.lastPathComponent) && holds(file.lastPathComponent) {
            let values = try? file.resourceValues(forKeys: Set(keys))
            guard let time = values?.contentModificationDate, time < before else { continue }
            try? FileManager.default.removeItem(at: file)
        }
    }

    /// A file, or the requested part of it.
    func response(_ name: String, range: String?, context: StudioContext) async throws -> Response {
        guard holds(name), let kind = UploadKind(fileName: name) else {
            throw StudioError(.notFound, code: "unknown_file", "There is no such file.")
        }
        let path = folder.appending(path: name).path
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        var headers: HTTPFields = [
            .contentType: kind.mediaType, .acceptRanges: "bytes", .cacheControl: "private, max-age=31536000, immutable",
        ]
        let files = FileIO()
        guard let wanted = range.flatMap({ Self.range($0, size: size) }) else {
            let body = try await files.loadFile(path: path, context: context)
            return Response(status: .ok, headers: headers, body: body)
        }
        headers[.contentRange] = "bytes \(wanted.lowerBound)-\(wanted.upperBound)/\(size)"
        let body = try await files.loadFile(path: path, range: wanted, context: context)
        return Response(status: .partialContent, headers: headers, body: body)
    }

    /// `bytes=a-b`, `bytes=a-` or `bytes=-n` of a file; nil for anything else.
    static func range(_ text: String, size: Int) -> ClosedRange<Int>? {
        guard text.hasPrefix("bytes="), size > 0 else { return nil }
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty, let last = Int(ends[1]), last > 0 { return max(0, size - last)...size - 1 }
        guard let first = Int(ends[0]), first >= 0, first < size else { return nil }
        let last = min(size - 1, Int(ends[1]) ?? size - 1)
        return last >= first ? first...last : nil
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
