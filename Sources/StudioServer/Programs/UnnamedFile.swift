import Foundation

/// A temporary file without a name, so that nothing of it is left when it is closed.
final class UnnamedFile: Sendable {
    /// The open file, for a process.
    let handle: FileHandle

    /// An empty file, or one with bytes to be read from its start.
    ///
    /// Throws a `POSIXError` if it cannot be created or written.
    init(_ bytes: Data = Data()) throws {
        var path = Array((FileManager.default.temporaryDirectory.path + "/sightline-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: bytes)
        try handle.seek(toOffset: 0)
    }

    /// Its bytes; nil if there are more than `most`.
    func contents(upTo most: Int) throws -> Data? {
        guard try handle.seekToEnd() <= UInt64(most) else { return nil }
        try handle.seek(toOffset: 0)
        return try handle.readToEnd() ?? Data()
    }
}
