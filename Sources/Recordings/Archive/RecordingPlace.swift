import Foundation

/// Where the files of a recording are: at its path, or unpacked from an archive in a temporary folder, which is removed
/// with this object.
final class RecordingPlace: Sendable {
    /// The path that readers use.
    let path: String
    /// The path of the archive; nil if the recording was none.
    private let archive: String?
    private let temporary: String?

    /// Finds a recording, and unpacks it if it is a `.zip`; throws `notRecording` or `unreadable`, and `unwritable` if
    /// there is no room for the files.
    init(path: String) throws(RecordingError) {
        guard FileManager.default.fileExists(atPath: path) else {
            throw .notRecording(path: path, reason: "there is nothing at this path")
        }
        guard path.lowercased().hasSuffix(".zip") else {
            (self.path, archive, temporary) = (path, nil, nil)
            return
        }
        let folder = NSTemporaryDirectory() + "sightline-" + UUID().uuidString
        (archive, temporary) = (path, folder)
        do {
            self.path = try Self.unpack(try StoredArchive(path: path), named: path, into: folder)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    deinit {
        if let temporary { try? FileManager.default.removeItem(atPath: temporary) }
    }

    /// The problem report beside the recording's files; nil if there is none.
    ///
    /// Throws `badData` if it is not valid.
    func report() throws(RecordingError) -> ProblemReport? {
        let file = folder + "/" + ProblemReport.fileName
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        do throws(RecordingError) {
            return try JSONFile.read(ProblemReport.self, path: file)
        } catch {
            throw named(error)
        }
    }

    /// An error with the archive's path in place of the temporary folder's.
    func named(_ error: RecordingError) -> RecordingError {
        guard let archive, let temporary else { return error }
        func name(_ text: String) -> String { text.replacingOccurrences(of: temporary, with: archive) }
        return switch error {
        case .notRecording(let path, let reason): .notRecording(path: name(path), reason: name(reason))
        case .badData(let file, let line, let reason): .badData(file: name(file), line: line, reason: name(reason))
        case .unreadable(let file, let reason): .unreadable(file: name(file), reason: name(reason))
        case .badImage(let file, let reason): .badImage(file: name(file), reason: name(reason))
        case .unwritable(let file, let reason): .unwritable(file: name(file), reason: name(reason))
        }
    }

    private var folder: String {
        path.hasSuffix(".jsonl") ? (path as NSString).deletingLastPathComponent : path
    }

    /// Writes the archive's files below a folder; returns the folder of the recording among them, or of a report without
    /// one.
    private static func unpack(
        _ archive: StoredArchive,
        named path: String,
        into folder: String
    ) throws(RecordingError) -> String {
        // What is unpacked shows the inside of a home: nobody else may read it.
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .unwritable(file: folder, reason: error.localizedDescription)
        }
        var written: Set<String> = []
        for entry in archive.entries {
            guard isSound(entry.path), written.insert(entry.path).inserted else {
                throw .notRecording(
                    path: path,
                    reason: "the archive has a file of the name “\(ProblemReport.line(entry.path))”"
                )
            }
            let file = folder + "/" + entry.path
            let content = try archive.content(of: entry)
            do {
                try FileManager.default.createDirectory(
                    atPath: (file as NSString).deletingLastPathComponent,
                    withIntermediateDirectories: true
                )
                try content.write(to: URL(fileURLWithPath: file), options: .withoutOverwriting)
            } catch {
                throw .unwritable(file: file, reason: error.localizedDescription)
            }
        }
        let marks = ["mav0/cam0/data.csv", "cam0/data.csv", "data.jsonl", ProblemReport.fileName]
        for mark in marks {
            guard let entry = archive.entry(named: mark) else { continue }
            let outer = entry.path.dropLast(mark.count)
            return outer.isEmpty ? folder : folder + "/" + outer.dropLast()
        }
        // A recording may have another name than `data`.
        let outer = archive.entries.map { ($0.path as NSString).deletingLastPathComponent }.min { $0.count < $1.count }
        return (folder as NSString).appendingPathComponent(outer ?? "")
    }

    /// Whether a path stays below its folder: names of letters that every system takes, none of them hidden.
    private static func isSound(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return path.utf8.count <= 512 && parts.count <= 8
            && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
            && path.unicodeScalars.allSatisfy { $0.value >= 32 && $0 != "\\" && $0.value != 127 }
    }
}
