import Foundation

/// A folder that is deleted with the value.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "sightline-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Rewrites a text file below the folder line by line.
    func edit(_ file: String, _ change: (inout [String]) -> Void) throws {
        var lines = try String(contentsOfFile: path + "/" + file, encoding: .utf8).components(separatedBy: "\n")
        change(&lines)
        try lines.joined(separator: "\n").write(toFile: path + "/" + file, atomically: true, encoding: .utf8)
    }

    func write(_ text: String, to file: String) throws {
        try text.write(toFile: path + "/" + file, atomically: true, encoding: .utf8)
    }
}
