import Foundation
import NIOCore
import Testing

@testable import StudioServer

/// Uploads that try to pass the limits of records.
@Suite struct RecordStorageTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "records-\(UUID().uuidString)")
        for record in ["a", "b"] {
            let place = folder.appending(path: record)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
    }

    private func storage(_ change: (inout RecordQuota) -> Void) -> RecordStorage {
        var quota = RecordQuota()
        quota.free = 0
        change(&quota)
        return RecordStorage(folder: folder, quota: quota)
    }

    private func append(
        _ count: Int,
        to storage: RecordStorage,
        _ record: String = "a",
        most: Int64 = 1 << 30
    ) async throws {
        let bytes = ByteBuffer(repeating: 7, count: count)
        try await storage.append(
            bytes,
            to: "session.webm",
            of: record,
            most: most,
            roomToday: ["a"],
            today: ["a", "b"]
        )
    }

    private func code(_ work: () async throws -> Void) async -> String? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? StudioError)?.code
        }
    }

    @Test func `Parallel uploads never pass a record's limit together`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = storage { _ in }
        let kept = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 {
                group.addTask { await code { try await append(100, to: storage, most: 1_000) } == nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(kept == 10)
        let size = try Data(contentsOf: folder.appending(path: "a/session.webm")).count
        #expect(size == 1_000)
        #expect(await storage.usage.usedBytes == 1_000)
    }

    @Test func `A room's day, all rooms' day and the whole have limits of their own`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let room = storage { $0.roomDay = 150 }
        #expect(await code { try await append(100, to: room) } == nil)
        #expect(await code { try await append(100, to: room) } == "record_quota")
        let day = storage { $0.day = 150 }
        #expect(
            await code { try await append(100, to: day, "b") } == "record_quota",
            "the first 100 bytes are found on the disk"
        )
        let total = storage { $0.total = 150 }
        #expect(await code { try await append(100, to: total, "b") } == "records_full")
        await total.delete("a")
        #expect(await code { try await append(100, to: total, "b") } == nil)
    }

    @Test func `A disk that is nearly full takes nothing, and deleting still works`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(count: 50).write(to: folder.appending(path: "a/session.webm"))
        let storage = storage { $0.free = .max / 2 }
        #expect(await code { try await append(1, to: storage) } == "disk_full")
        #expect(await code { try await storage.checkBegin(roomToday: [], today: []) } == "disk_full")
        await storage.delete("a")
        #expect(await storage.usage.usedBytes == 0)
    }

    @Test func `A room begins so many records a day and no more`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = storage { $0.roomDayRecords = 2 }
        #expect(await code { try await storage.checkBegin(roomToday: ["a"], today: ["a"]) } == nil)
        let refusal = await #expect(throws: StudioError.self) {
            try await storage.checkBegin(roomToday: ["a", "b"], today: ["a", "b"])
        }
        #expect(refusal?.code == "record_quota" && refusal?.status == .tooManyRequests && refusal?.retryAfter == 3_600)
    }
}
