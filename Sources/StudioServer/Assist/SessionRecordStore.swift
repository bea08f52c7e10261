import Foundation
import GRDB
import NIOCore

/// Records of sessions: rows in the database, each with a folder of files.
struct SessionRecordStore: Sendable {
    let database: DatabaseQueue
    let folder: URL
    let storage: RecordStorage

    init(database: DatabaseQueue, folder: URL, quota: RecordQuota = .init()) {
        self.database = database
        self.folder = folder
        storage = RecordStorage(folder: folder, quota: quota)
    }

    /// The folder of a record's files.
    func folder(of record: SessionRecord) -> URL { folder.appending(path: record.id) }

    /// Starts a record.
    func begin(room: CallRoom, people: [String], at now: Date) async throws -> SessionRecord {
        let (roomToday, today) = try await begun(in: room.name, within: now)
        try await storage.checkBegin(roomToday: roomToday, today: today)
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

    /// The record with an identifier; nil if there is none.
    func find(_ id: String) async throws -> SessionRecord? {
        try await database.read { try SessionRecord.fetchOne($0, key: id) }
    }

    /// All records, the newest first.
    func all() async throws -> [SessionRecord] {
        try await database.read { try SessionRecord.order(Column("startedAt").desc).fetchAll($0) }
    }

    /// The records started in a room, and in all rooms, within the day before a time.
    private func begun(in room: String, within now: Date) async throws -> (roomToday: [String], today: [String]) {
        let since = now.addingTimeInterval(-86_400)
        let today = try await database.read { try SessionRecord.filter(Column("startedAt") > since).fetchAll($0) }
        return (today.filter { $0.room == room }.map(\.id), today.map(\.id))
    }

    /// Adds bytes to a record's video or events.
    ///
    /// A finished record accepts no more video; remarks on it are events.
    func append(_ bytes: ByteBuffer, to file: String, of record: SessionRecord, at now: Date = Date()) async throws {
        if file == RecordFile.video { try checkOpen(record, at: now) }
        let (roomToday, today) = try await begun(in: record.room, within: now)
        let most = file == RecordFile.video ? storage.quota.video : storage.quota.events
        try await storage.append(bytes, to: file, of: record.id, most: most, roomToday: roomToday, today: today)
    }

    /// Stores an image of an unfinished record, under a validated name.
    func keep(_ bytes: ByteBuffer, as file: String, of record: SessionRecord, at now: Date = Date()) async throws {
        try checkOpen(record, at: now)
        let (roomToday, today) = try await begun(in: record.room, within: now)
        try await storage.keep(bytes, as: file, of: record.id, roomToday: roomToday, today: today)
    }

    private func checkOpen(_ record: SessionRecord, at now: Date) throws(StudioError) {
        guard record.endedAt == nil, record.expiresAt > now else {
            throw StudioError(.conflict, code: "record_finished", "This record is finished and takes nothing more.")
        }
    }

    /// The names of a record's files.
    func files(of record: SessionRecord) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder(of: record).path).sorted()
    }

    /// Adds a person who joined later and consented.
    func add(_ person: String, to record: SessionRecord) async throws {
        try checkOpen(record, at: Date())
        guard record.people.split(separator: "\n").count < 50 else {
            throw StudioError(.badRequest, code: "people", "A record names 1 to 50 people who agreed.")
        }
        try await database.write { database in
            guard var current = try SessionRecord.fetchOne(database, key: record.id) else { return }
            current.people += "\n" + person
            try current.update(database)
        }
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
        await storage.delete(record.id)
        _ = try await database.write { try SessionRecord.deleteOne($0, key: record.id) }
    }

    /// Deletes expired records; returns their number.
    func expire(at now: Date) async throws -> Int {
        let due = try await database.read { try SessionRecord.filter(Column("expiresAt") <= now).fetchAll($0) }
        for record in due { try await delete(record) }
        return due.count
    }
}
