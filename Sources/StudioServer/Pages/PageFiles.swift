import Foundation

/// Where the pages lie.
public enum PageFiles {
    /// A file that every complete folder of pages has.
    static let mark = "sightline/sightline.js"

    /// The folder of the pages: where it was installed (`../share/sightline/Web` beside the program's folder), else in
    /// the source tree that the program was built in, else in the working directory; nil if there is none.
    public static func locate(program: URL, workingDirectory: URL) -> URL? {
        let installed = program.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "share/sightline/Web")
        return
            ([installed] + parents(of: program).map { $0.appending(path: "Web") } + [
                workingDirectory.appending(path: "Web")
            ])
            .first { FileManager.default.fileExists(atPath: $0.appending(path: mark).path) }
    }

    /// The folders around a file, nearest first.
    private static func parents(of file: URL) -> [URL] {
        var folder = file.deletingLastPathComponent().standardizedFileURL
        var found = [folder]
        while folder.path != "/" {
            folder = folder.deletingLastPathComponent().standardizedFileURL
            found.append(folder)
        }
        return found
    }
}
