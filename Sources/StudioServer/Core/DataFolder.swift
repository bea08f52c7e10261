import Foundation

/// The folder of the studio's data; only its owner may read the secrets in it.
package struct DataFolder: Sendable {
    /// Its location.
    package let url: URL

    /// The folder at a location; created if it is missing.
    package init(_ url: URL) throws {
        self.url = url
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// `sightline` in the user's folder for data: `$XDG_DATA_HOME`, else `~/.local/share`.
    package static var usual: URL {
        let environment = ProcessInfo.processInfo.environment
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return URL(filePath: home + "/sightline") }
        return FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share/sightline")
    }

    /// The text of a secret file; `make` creates it if it is missing, readable by its owner alone.
    ///
    /// - Returns: the text, and whether it is new.
    func secret(named name: String, make: () throws -> String) throws -> (text: String, isNew: Bool) {
        let file = url.appending(path: name)
        if let data = try? Data(contentsOf: file), let text = String(data: data, encoding: .utf8) {
            return (text.trimmingCharacters(in: .whitespacesAndNewlines), false)
        }
        let text = try make()
        let isWritten = FileManager.default.createFile(
            atPath: file.path,
            contents: Data((text + "\n").utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isWritten else { throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: file.path]) }
        return (text, true)
    }

    /// Creates a file that only its owner may read and write, while it is empty; changes the mode of an existing one.
    func makePrivate(_ path: String) throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        if FileManager.default.fileExists(atPath: path) {
            try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
        } else if !FileManager.default.createFile(atPath: path, contents: nil, attributes: attributes) {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
    }

    /// The folder of one part, created if it is missing.
    func folder(_ name: String) throws -> URL { try DataFolder(url.appending(path: name)).url }
}
