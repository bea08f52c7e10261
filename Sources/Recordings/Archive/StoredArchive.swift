import Foundation

/// An uncompressed ZIP archive, as the studio's pages save captures and problem reports.
///
/// Source: PKWARE, APPNOTE.TXT 6.3, sections 4.3.7 (local file), 4.3.12 (central directory), 4.3.16 (its end).
public struct StoredArchive: Sendable {
    /// One file in the archive.
    public struct Entry: Equatable, Sendable {
        /// The path with its folders, as the archive states it.
        public let path: String
        /// The place of its bytes in the archive.
        let range: Range<Int>
        /// CRC-32 of its bytes.
        let checksum: UInt32
    }

    /// The files, in the archive's order; folders are left out.
    public let entries: [Entry]
    private let file: String
    private let bytes: Data

    /// More files are refused.
    static let mostEntries = 20_000
    private static let endLength = 22
    private static let headLength = 46
    private static let localLength = 30

    /// Reads the list of files; throws `unreadable` or `notRecording` if this is no valid archive, or one with compressed
    /// files.
    public init(path: String) throws(RecordingError) {
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        } catch {
            throw .unreadable(file: path, reason: "no such file")
        }
        file = path
        entries = try Self.entries(of: bytes, path: path)
    }

    /// The first file whose name, without its folders, is `name`; nil if there is none.
    public func entry(named name: String) -> Entry? {
        entries.first { $0.path == name || $0.path.hasSuffix("/" + name) }
    }

    /// The bytes of a file; throws `unreadable` if they do not agree with their checksum.
    public func content(of entry: Entry) throws(RecordingError) -> Data {
        let content = bytes.subdata(in: entry.range)
        guard CRC32.of(content) == entry.checksum else {
            throw .unreadable(file: file + "/" + entry.path, reason: "its bytes are damaged")
        }
        return content
    }

    private static func entries(of bytes: Data, path: String) throws(RecordingError) -> [Entry] {
        func fault(_ reason: String) -> RecordingError { .notRecording(path: path, reason: reason) }
        guard let end = endOfDirectory(bytes) else { throw fault("this is no ZIP archive") }
        let count = bytes.integer(at: end + 10, length: 2)
        guard count <= mostEntries else { throw fault("the archive has more than \(mostEntries) files") }
        var (at, found, sum) = (bytes.integer(at: end + 16, length: 4), [Entry](), 0)
        for _ in 0..<count {
            guard at + headLength <= end, bytes.integer(at: at, length: 4) == 0x0201_4b50 else {
                throw fault("the archive is damaged")
            }
            let nameLength = bytes.integer(at: at + 28, length: 2)
            let afterName = at + headLength + nameLength
            guard afterName <= end,
                let name = String(data: bytes.subdata(in: (at + headLength)..<afterName), encoding: .utf8)
            else { throw fault("the archive is damaged") }
            guard bytes.integer(at: at + 10, length: 2) == 0, bytes.integer(at: at + 8, length: 2) & 1 == 0 else {
                throw fault("\(name) is compressed: unpack the archive and give its folder")
            }
            let length = bytes.integer(at: at + 20, length: 4)
            guard let start = start(ofFileAt: bytes.integer(at: at + 42, length: 4), bytes), start + length <= end,
                bytes.integer(at: at + 24, length: 4) == length
            else { throw fault("the archive is damaged") }
            sum += length
            // Files that lie over each other could unpack to far more than the archive holds.
            guard sum <= bytes.count else { throw fault("the archive is damaged") }
            if !name.hasSuffix("/") {
                let checksum = UInt32(bytes.integer(at: at + 16, length: 4))
                found.append(Entry(path: name, range: start..<(start + length), checksum: checksum))
            }
            at = afterName + bytes.integer(at: at + 30, length: 2) + bytes.integer(at: at + 32, length: 2)
        }
        return found
    }

    /// The place of the end record; before it stands the directory, after it at most a comment.
    private static func endOfDirectory(_ bytes: Data) -> Int? {
        guard bytes.count >= endLength else { return nil }
        let last = bytes.count - endLength
        return (max(0, last - 0xFFFF)...last).last { bytes.integer(at: $0, length: 4) == 0x0605_4b50 }
    }

    private static func start(ofFileAt at: Int, _ bytes: Data) -> Int? {
        guard at + localLength <= bytes.count, bytes.integer(at: at, length: 4) == 0x0403_4b50 else { return nil }
        return at + localLength + bytes.integer(at: at + 26, length: 2) + bytes.integer(at: at + 28, length: 2)
    }
}

extension Data {
    /// An unsigned little-endian number of up to four bytes; the place must exist.
    fileprivate func integer(at place: Int, length: Int) -> Int {
        (0..<length).reduce(0) { $0 | Int(self[startIndex + place + $1]) << (8 * $1) }
    }
}

/// The checksum of ZIP archives and PNG files.
package enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    /// The checksum of bytes.
    package static func of(_ bytes: Data) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
    }
}
