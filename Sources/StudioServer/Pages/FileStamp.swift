import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The properties of a regular file by which a change is detected.
///
/// They come from the system itself: `URLResourceValues` takes several times as long, which each request for a page
/// would pay for all files of the pages.
struct FileStamp: Equatable {
    /// In bytes.
    let size: Int
    /// The time of the last change in whole seconds since 1970.
    let seconds: Int
    /// What the time has beyond whole seconds.
    let nanoseconds: Int

    /// The properties of the file at a path; nil if it is missing or no regular file, such as a symbolic link.
    init?(path: String) {
        var status = stat()
        // The system would read a path up to its first NUL, which names another file.
        guard !path.utf8.contains(0), lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        size = Int(status.st_size)
        seconds = Int(time.tv_sec)
        nanoseconds = Int(time.tv_nsec)
    }

    /// The regular files below a folder by their paths below it, without hidden ones and those in hidden folders.
    ///
    /// Symbolic links are not followed.
    static func files(below folder: String) -> [String: FileStamp] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        var found: [String: FileStamp] = [:]
        for path in paths where !path.hasPrefix(".") && !path.contains("/.") {
            found[path] = FileStamp(path: folder + "/" + path)
        }
        return found
    }
}
