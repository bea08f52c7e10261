import Foundation
import GRDB
import HTTPTypes
import NIOCore

/// Distinguishes a full disk from other errors, of any library.
enum StorageFull {
    /// Whether an error means that there is no space left.
    static func isCause(of error: any Error) -> Bool {
        switch error {
        case let error as DatabaseError: return error.resultCode == .SQLITE_FULL
        case let error as IOError: return error.errnoCode == ENOSPC || error.errnoCode == EDQUOT
        case let error as POSIXError: return error.code == .ENOSPC || error.code == .EDQUOT
        default: break
        }
        let error = error as NSError
        if error.domain == NSCocoaErrorDomain, error.code == CocoaError.fileWriteOutOfSpace.rawValue { return true }
        if error.domain == NSPOSIXErrorDomain, [Int(ENOSPC), Int(EDQUOT)].contains(error.code) { return true }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).map(isCause) ?? false
    }

    /// The free bytes of the disk that a folder is on; nil if the system does not report them.
    static func freeBytes(at folder: URL) -> Int64? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
        return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }

    /// The answer to a request that needs space.
    static let fault = StudioError(
        .init(code: 507, reasonPhrase: "Insufficient Storage"),
        code: "disk_full",
        "The studio's disk has no room for this. The owner can make room by deleting records, captures, drawings or billboards."
    )
}
