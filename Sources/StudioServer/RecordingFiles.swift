import Hummingbird
import Logging

/// The files of the library's recordings, under `/recordings/NAME/`; nothing outside them and nothing hidden.
struct RecordingFiles: FileProvider {
    typealias FileAttributes = LocalFileSystem.FileAttributes

    private let library: RecordingLibrary
    private let files: LocalFileSystem

    init(library: RecordingLibrary, logger: Logger) {
        self.library = library
        files = .byWholePath(logger: logger)
    }

    /// The path of a file in the recording that the first part of `path` names.
    func getFileIdentifier(_ path: String) -> String? {
        let parts = path.split(separator: "/")
        guard parts.count > 1, !parts.contains(where: { $0.hasPrefix(".") }) else { return nil }
        guard let entry = library.entry(named: String(parts[0])) else { return nil }
        return ([entry.folder.path] + parts.dropFirst().map(String.init)).joined(separator: "/")
    }

    func getAttributes(id: String) async throws -> FileAttributes? { try await files.getAttributes(id: id) }

    func loadFile(id: String, context: some RequestContext) async throws -> ResponseBody {
        try await files.loadFile(id: id, context: context)
    }

    func loadFile(id: String, range: ClosedRange<Int>, context: some RequestContext) async throws -> ResponseBody {
        try await files.loadFile(id: id, range: range, context: context)
    }
}
