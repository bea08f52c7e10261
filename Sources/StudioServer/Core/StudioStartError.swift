import Foundation

/// Why a studio does not start, for a person.
package struct StudioStartError: Error, CustomStringConvertible {
    /// A sentence that names the folder.
    package let description: String

    /// The error of a data folder that could not be prepared.
    init(folder: URL, cause: any Error) {
        if StorageFull.isCause(of: cause) || StorageFull.freeBytes(at: folder).map({ $0 < 65_536 }) == true {
            description =
                """
                The studio cannot start: the disk of its data folder, \(folder.path), is full. Make room there, or \
                give another folder with --data.
                """
        } else {
            description = "The studio cannot start: its data folder, \(folder.path), cannot be used: \(cause)"
        }
    }
}
