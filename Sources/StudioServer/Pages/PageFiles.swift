import Foundation

/// The location of the pages.
package enum PageFiles {
    /// A file that every complete folder of pages has.
    static let mark = "sightline/sightline.js"

    /// The folder of the pages: the installed one (`../share/sightline/Web` beside the program's folder), else that in
    /// the program's source tree, else that in the working directory; nil if there is none.
    package static func locate(program: URL, workingDirectory: URL) -> URL? {
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
