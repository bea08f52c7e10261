import Foundation

/// Reads a text file line by line and holds one line in memory.
final class LineReader {
    /// The file's path, for errors.
    let path: String
    /// The number of the last line read, from 1; 0 before the first.
    private(set) var lineNumber = 0

    private let file: UnsafeMutablePointer<FILE>
    private var buffer: UnsafeMutablePointer<CChar>?
    private var capacity = 0

    /// Opens a file; throws `unreadable` if that fails.
    init(path: String) throws(RecordingError) {
        self.path = path
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
            throw .unreadable(file: path, reason: "it is a folder")
        }
        guard let file = fopen(path, "r") else {
            throw .unreadable(file: path, reason: String(cString: strerror(errno)))
        }
        self.file = file
    }

    deinit {
        fclose(file)
        free(buffer)
    }

    /// The next line without its line end, or nil after the last one; throws if bytes are not UTF-8.
    func next() throws(RecordingError) -> String? {
        var count = getline(&buffer, &capacity, file)
        guard count >= 0, let buffer else {
            if ferror(file) != 0 { throw .unreadable(file: path, reason: String(cString: strerror(errno))) }
            return nil
        }
        lineNumber += 1
        while count > 0, buffer[count - 1] == 10 || buffer[count - 1] == 13 { count -= 1 }
        let bytes = UnsafeRawBufferPointer(start: buffer, count: count)
        guard let line = String(validating: bytes, as: UTF8.self) else { throw dataError("the line is not text") }
        return line
    }

    /// An error about the last line read.
    func dataError(_ reason: String) -> RecordingError {
        .badData(file: path, line: max(lineNumber, 1), reason: reason)
    }
}
