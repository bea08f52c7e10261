import Foundation
import Hummingbird
import Logging

/// The files of the library's recordings, under `/recordings/NAME/`, and no other files.
///
/// A file is served only if its extension is in `mediaTypes`, no part of its path is hidden, and its real path is
/// inside the recording's folder. Pages, scripts and links out of the folder do not exist here.
struct RecordingFiles: FileProvider {
    typealias FileAttributes = LocalFileSystem.FileAttributes

    /// The extensions of a recording's files with their media types.
    ///
    /// A browser executes none of them.
    static let mediaTypes: [String: MediaType] = [
        "csv": MediaType(type: .text, subType: "csv", parameter: ("charset", "utf-8")),
        "txt": MediaType(type: .text, subType: "plain", parameter: ("charset", "utf-8")),
        "yaml": MediaType(type: .text, subType: "plain", parameter: ("charset", "utf-8")),
        "json": MediaType(type: .application, subType: "json"),
        "jsonl": MediaType(type: .application, subType: "x-ndjson"),
        "png": MediaType(type: .image, subType: "png"),
        "jpg": MediaType(type: .image, subType: "jpeg"),
        "jpeg": MediaType(type: .image, subType: "jpeg"),
        "mp4": MediaType(type: .video, subType: "mp4"),
        "m4v": MediaType(type: .video, subType: "mp4"),
        "mov": MediaType(type: .video, subType: "quicktime"),
        "mkv": MediaType(type: .video, subType: "x-matroska"),
        "webm": MediaType(type: .video, subType: "webm"),
        "avi": MediaType(type: .video, subType: "x-msvideo"),
    ]

    private let library: RecordingLibrary
    private let files: LocalFileSystem

    init(library: RecordingLibrary, logger: Logger) {
        self.library = library
        files = .byWholePath(logger: logger)
    }

    /// The real path of a file of the recording in the first part of `path`; nil if the recording has no such file.
    func getFileIdentifier(_ path: String) -> String? {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 1, !parts.contains(where: { $0.hasPrefix(".") }),
            let ending = parts[parts.count - 1].split(separator: ".").last,
            Self.mediaTypes[ending.lowercased()] != nil,
            let folder = library.entry(named: parts[0])?.folder.path,
            let root = RealPath.of(folder),
            let file = RealPath.of(([folder] + parts.dropFirst()).joined(separator: "/"))
        else { return nil }
        return RealPath.isInside(file, of: root) ? file : nil
    }

    func getAttributes(id: String) async throws -> FileAttributes? { try await files.getAttributes(id: id) }

    func loadFile(id: String, context: some RequestContext) async throws -> ResponseBody {
        try await files.loadFile(id: id, context: context)
    }

    func loadFile(id: String, range: ClosedRange<Int>, context: some RequestContext) async throws -> ResponseBody {
        try await files.loadFile(id: id, range: range, context: context)
    }
}

/// Paths without links, to check whether a file is inside a folder.
enum RealPath {
    /// The path with every link resolved; nil if it does not exist.
    static func of(_ path: String) -> String? {
        guard !path.utf8.contains(0), let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Whether one real path is below another.
    static func isInside(_ path: String, of folder: String) -> Bool {
        path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }
}
