import Foundation
import GRDB
import NIOCore

/// Recorded sessions: rows in the database, a folder of files each.
struct SessionRecordStore: Sendable {
    /// A video may grow to this, bytes.
    static let mostVideoBytes: Int64 = 4 << 30
    /// Other files may be this large and this many.
    static let mostFileBytes = 25 << 20
    static let mostFiles = 200

    let database: DatabaseQueue
    let folder: URL

    /// The folder of a record's files.
    func folder(of record: SessionRecord) -> URL { folder.appending(path: record.id) }

    /// Begins a record.
    func begin(room: CallRoom, people: [String], at now: Date) async throws -> SessionRecord {
        let record = SessionRecord(
            id: CallRoomStore.newMember(),
            room: room.name,
            people: people.joined(separator: "\n"),
            key: RandomText.hexadecimal(bytes: 16),
            startedAt: now,
            expiresAt: now.addingTimeInterval(Double(room.retentionDays) * 86_400)
        )
        try FileManager.default.createDirectory(at: folder(of: record), withIntermediateDirectories: true)
        try await database.write { try record.insert($0) }
        return record
    }

    /// The record of a number; nil where there is none.
    func find(_ id: String) async throws -> SessionRecord? {
        try await database.read { try SessionRecord.fetchOne($0, key: id) }
    }

    /// All records, the newest first.
    func all() async throws -> [SessionRecord] {
        try await database.read { try SessionRecord.order(Column("startedAt").desc).fetchAll($0) }
    }

    /// Adds bytes to one of a record's growing files.
    func append(_ bytes: ByteBuffer, to file: String, of record: SessionRecord, most: Int64) throws {
        let url = folder(of: record).appending(path: file)
        if !FileManager.default.fileExists(atPath: url.path) {
            _ = FileManager.default.createFile(atPath: url.path, contents: nil)
        }
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        let length = try handle.seekToEnd()
        guard Int64(length) + Int64(bytes.readableBytes) <= most else {
            throw StudioFault(.contentTooLarge, code: "record_full", "This record has become too large.")
        }
        try handle.write(contentsOf: Data(buffer: bytes))
    }

    /// Keeps a file of a record under a name that was checked.
    func keep(_ bytes: ByteBuffer, as file: String, of record: SessionRecord) throws {
        guard try files(of: record).count < Self.mostFiles else {
            throw StudioFault(.contentTooLarge, code: "record_full", "This record has too many files.")
        }
        try Data(buffer: bytes).write(to: folder(of: record).appending(path: file))
    }

    /// The names of a record's files.
    func files(of record: SessionRecord) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder(of: record).path).sorted()
    }

    /// Ends a record.
    func finish(_ record: SessionRecord, at now: Date) async throws {
        var record = record
        record.endedAt = now
        let ended = record
        try await database.write { try ended.update($0) }
    }

    /// Deletes a record and its files.
    func delete(_ record: SessionRecord) async throws {
        try? FileManager.default.removeItem(at: folder(of: record))
        _ = try await database.write { try SessionRecord.deleteOne($0, key: record.id) }
    }

    /// Deletes what is kept too long; gives how many records went.
    func expire(at now: Date) async throws -> Int {
        let due = try await database.read { try SessionRecord.filter(Column("expiresAt") <= now).fetchAll($0) }
        for record in due { try await delete(record) }
        return due.count
    }
}
