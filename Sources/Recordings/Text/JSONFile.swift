import Foundation

/// Files that hold one JSON value.
enum JSONFile {
    /// The value of a file; throws `unreadable` or `badData`.
    static func read<Content: Decodable>(_ type: Content.Type, path: String) throws(RecordingError) -> Content {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .unreadable(file: path, reason: "no such file")
        }
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw .badData(file: path, line: 1, reason: DecodingError.reason(of: error))
        }
    }
}
