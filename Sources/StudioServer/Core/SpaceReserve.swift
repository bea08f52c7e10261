import Foundation
import NIOConcurrencyHelpers

/// Reserved disk space, so that deletion works when the disk is full: deletion from a database writes first.
final class SpaceReserve: Sendable {
    /// The size of the reserve, bytes.
    static let size = 4 << 20

    private let path: String
    private let isHeld = NIOLockedValueBox(false)

    /// The reserve in a folder; allocated when there is space.
    init(folder: DataFolder) {
        path = folder.url.appending(path: "reserve").path
        fill()
    }

    /// Allocates the reserve, if it is missing and the disk has space.
    func fill() {
        isHeld.withLockedValue { isHeld in
            guard !isHeld else { return }
            let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { return }
            defer { close(file) }
            isHeld = posix_fallocate(file, 0, off_t(Self.size)) == 0
            if !isHeld { ftruncate(file, 0) }
        }
    }

    /// Releases the space; returns false if it was not allocated.
    func release() -> Bool {
        isHeld.withLockedValue { isHeld in
            guard isHeld else { return false }
            isHeld = truncate(path, 0) != 0
            return !isHeld
        }
    }
}
