/// A recording that cannot be read.
enum BenchmarkError: Error {
    /// Bad text, with its file and line.
    case malformed(file: String, line: Int)
    /// A file that is not there or not text.
    case unreadable(file: String)
}
