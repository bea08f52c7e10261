import Foundation

/// Writes a text file line by line.
final class TextFileWriter {
    private let path: String
    private let file: UnsafeMutablePointer<FILE>

    /// Creates or empties a file; throws `unwritable`.
    init(path: String) throws(RecordingError) {
        guard let file = fopen(path, "w") else {
            throw .unwritable(file: path, reason: String(cString: strerror(errno)))
        }
        self.path = path
        self.file = file
    }

    deinit { fclose(file) }

    /// Writes a line and its line end.
    func write(_ line: String) throws(RecordingError) {
        guard fputs(line, file) >= 0, fputc(10, file) >= 0 else { throw writeError() }
    }

    /// Flushes everything to the file.
    func flush() throws(RecordingError) {
        guard fflush(file) == 0 else { throw writeError() }
    }

    private func writeError() -> RecordingError { .unwritable(file: path, reason: String(cString: strerror(errno))) }
}
