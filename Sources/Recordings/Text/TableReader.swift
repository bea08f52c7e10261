/// Reads the rows of a text table (EuRoC's csv, TUM's text): `#` starts a comment, empty lines are ignored.
final class TableReader {
    /// The first column of the last row read, if it is a timestamp.
    private var previousTimestamp: Int64?
    private let lines: LineReader
    private let separator: Character

    /// Opens a table; throws `unreadable` if the file is missing.
    init(path: String, separator: Character = ",") throws(RecordingError) {
        lines = try LineReader(path: path)
        self.separator = separator
    }

    /// The number of the row's line in the file, from 1.
    var lineNumber: Int { lines.lineNumber }
    /// The file's path.
    var path: String { lines.path }

    /// The fields of the next row, trimmed; nil after the last.
    func next() throws(RecordingError) -> [Substring]? {
        while let line = try lines.next() {
            let row = line.drop { $0 == " " || $0 == "\t" }
            if row.isEmpty || row.first == "#" { continue }
            return row.split(separator: separator, omittingEmptySubsequences: separator == " ").map { $0.trimmed }
        }
        return nil
    }

    /// An error about the last row read.
    func dataError(_ reason: String) -> RecordingError { lines.dataError(reason) }

    /// A field as a finite number.
    func number(_ fields: [Substring], _ index: Int) throws(RecordingError) -> Double {
        guard index < fields.count else {
            throw dataError("the row has \(fields.count) fields and breaks off before field \(index + 1)")
        }
        guard let value = Double(fields[index]), value.isFinite else {
            throw dataError("field \(index + 1), “\(fields[index])”, is not a finite number")
        }
        return value
    }

    /// The first field as a timestamp in nanoseconds, which must be later than that of the row before.
    func increasingTimestamp(_ fields: [Substring]) throws(RecordingError) -> Int64 {
        guard let first = fields.first, let stamp = Int64(first), stamp >= 0,
            stamp < TrajectoryFile.latestSeconds * 1_000_000_000
        else {
            throw dataError("field 1, “\(fields.first ?? "")”, is not a time in nanoseconds")
        }
        return try increasing(stamp)
    }

    /// Checks that a timestamp is later than the one before it.
    func increasing(_ stamp: Int64) throws(RecordingError) -> Int64 {
        if let previous = previousTimestamp, stamp <= previous {
            throw dataError("the time goes back or stands: \(stamp) ns after \(previous) ns")
        }
        previousTimestamp = stamp
        return stamp
    }
}

extension Substring {
    /// The text without blanks at either end.
    var trimmed: Substring {
        var rest = self
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return rest.drop { $0.isWhitespace }
    }
}
