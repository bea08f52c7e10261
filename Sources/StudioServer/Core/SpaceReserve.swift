import Foundation
import NIOConcurrencyHelpers

/// Some space on the disk that is kept back, so that things can be deleted when all the rest is full: deleting from a
/// database writes first.
final class SpaceReserve: Sendable {
    /// How much is kept back, bytes.
    static let size = 4 << 20

    private let path: String
    private let isHeld = NIOLockedValueBox(false)

    /// The reserve in a folder; taken when there is space.
    init(folder: DataFolder) {
        path = folder.url.appending(path: "reserve").path
        fill()
    }

    /// Takes the space, if it is not held and the disk has it.
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

    /// Gives the space to whoever needs it now; false if it was not held.
    func release() -> Bool {
        isHeld.withLockedValue { isHeld in
            guard isHeld else { return false }
            isHeld = truncate(path, 0) != 0
            return !isHeld
        }
    }
}
