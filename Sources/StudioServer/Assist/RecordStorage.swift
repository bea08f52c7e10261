import Foundation
import HTTPTypes
import NIOCore

/// The disk quota of the records of calls.
///
/// Sizes in bytes.
package struct RecordQuota: Sendable, Equatable {
    /// One record's video.
    package var video: Int64 = 4 << 30
    /// One record's list of events.
    package var events: Int64 = 64 << 20
    /// One image.
    package var image = 25 << 20
    /// The number of files of a record.
    package var files = 200
    /// All records started in one room within a day.
    package var roomDay: Int64 = 8 << 30
    /// The number of records started in one room within a day.
    package var roomDayRecords = 20
    /// All records started within a day.
    package var day: Int64 = 20 << 30
    /// All records together.
    package var total: Int64 = 50 << 30
    /// The space that must stay free on the disk for other programs.
    package var free: Int64 = 1 << 30

    /// Creates the default quota.
    package init() {}
}

/// The files of records on the disk. Only this actor writes them, so that parallel uploads neither mix their bytes nor
/// exceed a limit together.
actor RecordStorage {
    nonisolated let quota: RecordQuota
    private let folder: URL
    /// Bytes of each record; read from the disk at first use.
    private var sizes: [String: Int64]?

    init(folder: URL, quota: RecordQuota) {
        self.folder = folder
        self.quota = quota
    }

    /// The used and the remaining space, for the owner's page.
    struct Usage: Codable, Sendable, Equatable {
        let usedBytes: Int64
        let limitBytes: Int64
        /// The free space of the disk; nil if the system does not report it.
        let freeBytes: Int64?
    }

    /// The bytes used by all records, and their limits.
    var usage: Usage { Usage(usedBytes: used(known()), limitBytes: quota.total, freeBytes: freeBytes) }

    /// Throws if no record may be started now: too many in a room, or too little space.
    ///
    /// The names are those of records started within a day.
    func checkBegin(roomToday: [String], today: [String]) throws(StudioError) {
        guard roomToday.count < quota.roomDayRecords else {
            throw Self.full(.tooManyRequests, "record_quota", "This room has had its records for today.")
        }
        try check(adding: 1, roomToday: roomToday, today: today)
    }

    /// Adds bytes to one of a record's growing files, up to `most` bytes in all.
    func append(
        _ bytes: ByteBuffer,
        to file: String,
        of record: String,
        most: Int64,
        roomToday: [String],
        today: [String]
    ) throws {
        try check(adding: Int64(bytes.readableBytes), roomToday: roomToday, today: today)
        let url = folder.appending(path: record).appending(path: file)
        if !FileManager.default.fileExists(atPath: url.path) {
            guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
                throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
            }
        }
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        let length = try handle.seekToEnd()
        guard Int64(length) + Int64(bytes.readableBytes) <= most else {
            throw Self.full(.contentTooLarge, "record_full", "This record has become too large.")
        }
        do {
            try handle.write(contentsOf: Data(buffer: bytes))
        } catch {
            // A piece that does not fit leaves the file unchanged.
            try? handle.truncate(atOffset: length)
            throw error
        }
        count(Int64(bytes.readableBytes), of: record)
    }

    /// Stores an image of a record under a validated name.
    func keep(_ bytes: ByteBuffer, as file: String, of record: String, roomToday: [String], today: [String]) throws {
        try check(adding: Int64(bytes.readableBytes), roomToday: roomToday, today: today)
        let url = folder.appending(path: record)
        guard try FileManager.default.contentsOfDirectory(atPath: url.path).count < quota.files else {
            throw Self.full(.contentTooLarge, "record_full", "This record has too many files.")
        }
        try Data(buffer: bytes).write(to: url.appending(path: file))
        count(Int64(bytes.readableBytes), of: record)
    }

    /// Deletes a record's files; also works on a full disk.
    func delete(_ record: String) {
        try? FileManager.default.removeItem(at: folder.appending(path: record))
        sizes?[record] = nil
    }

    private func check(adding bytes: Int64, roomToday: [String], today: [String]) throws(StudioError) {
        let sizes = known()
        func sum(_ records: [String]) -> Int64 { records.reduce(0) { $0 + (sizes[$1] ?? 0) } }
        guard sum(roomToday) + bytes <= quota.roomDay else {
            throw Self.full(.contentTooLarge, "record_quota", "This room's records have taken their space for today.")
        }
        guard sum(today) + bytes <= quota.day else {
            throw Self.full(.contentTooLarge, "record_quota", "All records have taken their space for today.")
        }
        guard used(sizes) + bytes <= quota.total else {
            throw Self.full(
                .init(code: 507, reasonPhrase: "Insufficient Storage"),
                "records_full",
                "The space for records is used up. The owner can delete some."
            )
        }
        if let free = freeBytes, free - bytes < quota.free { throw StorageFull.fault }
    }

    private static func full(_ status: HTTPResponse.Status, _ code: String, _ message: String) -> StudioError {
        // A day's records grow fewer by the hour.
        StudioError(status, code: code, message, retryAfter: status == .tooManyRequests ? 3_600 : nil)
    }

    private func used(_ sizes: [String: Int64]) -> Int64 { sizes.values.reduce(0, +) }

    private func count(_ bytes: Int64, of record: String) { sizes?[record, default: 0] += bytes }

    private func known() -> [String: Int64] {
        if let sizes { return sizes }
        let manager = FileManager.default
        var found: [String: Int64] = [:]
        for record in (try? manager.contentsOfDirectory(atPath: folder.path)) ?? [] {
            let path = folder.appending(path: record).path
            found[record] = ((try? manager.contentsOfDirectory(atPath: path)) ?? []).reduce(0) { sum, file in
                let attributes = try? manager.attributesOfItem(atPath: path + "/" + file)
                return sum + (attributes?[.size] as? Int64 ?? Int64(attributes?[.size] as? Int ?? 0))
            }
        }
        sizes = found
        return found
    }

    private var freeBytes: Int64? { StorageFull.freeBytes(at: folder) }
}
