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
        guard let status = Self.status(of: path) else { return nil }
        self.init(status)
    }

    /// Nil for what is no regular file.
    private init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
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
    /// Symbolic links are not followed, and folders that cannot be read are left out.
    static func files(below folder: String) -> [String: FileStamp] {
        var found: [String: FileStamp] = [:]
        var unread = [""]
        while let subfolder = unread.popLast() {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + subfolder)) ?? []
            for name in names where !name.hasPrefix(".") {
                let path = subfolder + name
                guard let status = status(of: folder + "/" + path) else { continue }
                if status.st_mode & S_IFMT == S_IFDIR { unread.append(path + "/") } else { found[path] = Self(status) }
            }
        }
        return found
    }

    /// What the system knows about what is at a path; nil if there is nothing.
    private static func status(of path: String) -> stat? {
        var status = stat()
        // The system would read a path up to its first NUL, which names another file.
        guard !path.utf8.contains(0), lstat(path, &status) == 0 else { return nil }
        return status
    }
}
