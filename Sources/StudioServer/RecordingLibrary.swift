import Foundation
import Recordings

/// The recordings that the studio shows: those it was given, and those inside the folders it was given.
struct RecordingLibrary: Sendable {
    private let places: [URL]

    /// A library of recordings or of folders that hold recordings.
    init(places: [URL]) { self.places = places }

    /// What is there now, by name; of two with one name the first is meant.
    var entries: [Entry] {
        var seen: Set<String> = []
        return places.flatMap(Self.found(at:))
            .filter { seen.insert($0.name).inserted }
            .sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
    }

    /// The recording of a name; nil where there is none.
    func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

    /// One recording that can be played.
    struct Entry: Equatable, Sendable {
        /// The folder's name, which is its name in addresses too.
        let name: String
        /// The folder.
        let folder: URL
        /// How it lies in the folder.
        let layout: RecordingLayout
    }

    private static func found(at place: URL) -> [Entry] {
        if let entry = entry(at: place) { return [entry] }
        let inside = try? FileManager.default.contentsOfDirectory(
            at: place,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        return (inside ?? []).compactMap(entry(at:))
    }

    private static func entry(at place: URL) -> Entry? {
        let folder = place.standardizedFileURL
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) else { return nil }
        guard isFolder.boolValue else {
            return folder.pathExtension == "jsonl" ? entry(at: folder.deletingLastPathComponent()) : nil
        }
        guard let layout = RecordingLayout(path: folder.path) else { return nil }
        return Entry(name: folder.lastPathComponent, folder: folder, layout: layout)
    }
}
