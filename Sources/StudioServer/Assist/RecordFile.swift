import Foundation
import Hummingbird
import NIOCore

/// The files of a record: their allowed names, and the responses with them.
enum RecordFile {
    static let video = "session.webm"
    static let events = "events.jsonl"

    /// A valid name of an image; throws if it is not valid.
    static func picture(_ name: String) throws(StudioError) -> String {
        let isSound = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
        }
        guard isSound, name.hasSuffix(".png"), !name.hasPrefix("."), name.utf8.count <= 80 else {
            throw StudioError(
                .badRequest,
                code: "file_name",
                "A picture's name has small letters, digits, hyphens and ends with .png."
            )
        }
        return name
    }

    /// A valid name of a record's file; throws if it is not valid.
    static func known(_ name: String) throws(StudioError) -> String {
        name == video || name == events ? name : try picture(name)
    }

    /// A list of JSON values as lines, one value per line.
    static func lines(_ bytes: ByteBuffer) throws -> ByteBuffer {
        guard let list = try? JSONSerialization.jsonObject(with: Data(buffer: bytes)) as? [[String: Any]] else {
            throw StudioError(.badRequest, code: "events", "Events come as a JSON array of objects.")
        }
        var lines = ByteBuffer()
        for event in list {
            lines.writeBytes(try JSONSerialization.data(withJSONObject: event, options: [.sortedKeys]))
            lines.writeString("\n")
        }
        return lines
    }

    /// A file or the requested part of it, so that a replay can seek.
    static func answer(
        _ path: String,
        of files: LocalFileSystem,
        to request: Request,
        context: StudioContext
    ) async throws -> Response {
        guard let size = try await files.getAttributes(id: path)?.size else {
            throw StudioError(.notFound, code: "unknown_file", "The record has no such file.")
        }
        var headers: HTTPFields = [
            .contentType: type(of: path), .acceptRanges: "bytes", .cacheControl: "private, no-cache",
        ]
        guard size > 0, let range = range(request.headers[.range], size: size) else {
            return Response(status: .ok, headers: headers, body: try await files.loadFile(id: path, context: context))
        }
        headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(size)"
        return Response(
            status: .partialContent,
            headers: headers,
            body: try await files.loadFile(id: path, range: range, context: context)
        )
    }

    /// The bytes of a `Range` header; nil if it requests all, or an invalid range.
    static func range(_ header: String?, size: Int) -> ClosedRange<Int>? {
        guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return nil }
        let parts = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        if parts[0].isEmpty { return Int(parts[1]).flatMap { $0 > 0 ? max(0, size - $0)...(size - 1) : nil } }
        guard let start = Int(parts[0]), start >= 0, start < size else { return nil }
        let end = Int(parts[1]) ?? size - 1
        return end >= start ? start...min(end, size - 1) : nil
    }

    /// Compares in a time that does not depend on the first difference.
    static func isSame(_ a: String, _ b: String) -> Bool {
        let (a, b) = (Array(a.utf8), Array(b.utf8))
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func type(of path: String) -> String {
        path.hasSuffix(".webm") ? "video/webm" : path.hasSuffix(".png") ? "image/png" : "application/x-ndjson"
    }
}
