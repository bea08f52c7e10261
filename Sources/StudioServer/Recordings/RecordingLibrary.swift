import Foundation
import Recordings

/// The recordings that the studio shows: the configured ones, those in the configured folders, and the owner's
/// captures.
struct RecordingLibrary: Sendable {
    private let folders: [URL]
    private let captures: URL

    /// A library of recordings or of folders with recordings, and of the folder of the owner's captures.
    init(folders: [URL], captures: URL) {
        self.folders = folders
        self.captures = captures
    }

    /// The present recordings, by name.
    ///
    /// If two recordings have the same name, the first one is listed.
    var entries: [Entry] {
        let privateRoot = RealPath.of(captures.path)
        var seen: Set<String> = []
        return (folders + [captures]).flatMap { Self.found(at: $0, privateRoot: privateRoot) }
            .filter { seen.insert($0.name).inserted }
            .sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
    }

    /// The recording of a name; nil if there is none.
    func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

    /// One recording that can be played.
    struct Entry: Equatable, Sendable {
        /// The folder's name, also in addresses.
        let name: String
        /// The folder.
        let folder: URL
        /// The layout of its files.
        let layout: RecordingLayout
        /// Whether only the owner may see it: a capture shows the inside of a home.
        let isPrivate: Bool
    }

    private static func found(at place: URL, privateRoot: String?) -> [Entry] {
        if let entry = entry(at: place, privateRoot: privateRoot) { return [entry] }
        let inside = try? FileManager.default.contentsOfDirectory(
            at: place,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        return (inside ?? []).compactMap { entry(at: $0, privateRoot: privateRoot) }
    }

    private static func entry(at place: URL, privateRoot: String?) -> Entry? {
        let folder = place.standardizedFileURL
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) else { return nil }
        guard isFolder.boolValue else {
            return folder.pathExtension == "jsonl"
                ? entry(at: folder.deletingLastPathComponent(), privateRoot: privateRoot) : nil
        }
        guard let layout = RecordingLayout(path: folder.path), let real = RealPath.of(folder.path) else { return nil }
        let isPrivate = privateRoot.map { real == $0 || RealPath.isInside(real, of: $0) } ?? false
        return Entry(name: folder.lastPathComponent, folder: folder, layout: layout, isPrivate: isPrivate)
    }
}
