import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import StudioServer

@Suite struct StorageFullTests {
    @Test func `A full database is said in words with 507, deleting works, and space that was freed is used again`()
        async throws
    {
        try await StudioFixture().run { client, studio in
            let owner: HTTPFields = [.authorization: "Bearer \(studio.core.owner.token)"]
            func post(_ name: String) async throws -> TestResponse {
                let uri = "/api/drawings?name=\(name)"
                let body = ByteBuffer(bytes: Array("SLDRAW".utf8) + [UInt8](repeating: 7, count: 200_000))
                return try await client.execute(uri: uri, method: .post, headers: owner, body: body)
            }
            let first = try await post("first")
            #expect(first.status == .ok)
            try await studio.core.store.database.write { database in
                let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
                _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages + 2)")
            }
            let full = try await post("second")
            #expect(full.status.code == 507)
            #expect(String(buffer: full.body).contains(#""code":"disk_full""#))
            let entry = try JSONDecoder().decode(DrawingStore.Entry.self, from: Data(buffer: first.body))
            let deletion = try await client.execute(
                uri: "/api/drawings/\(entry.identifier)",
                method: .delete,
                headers: owner
            )
            #expect(deletion.status == .noContent)
            #expect(try await post("second").status == .ok)
        }
    }

    @Test func `Errors that say that there is no space are told from others, however they are wrapped`() {
        let posix = NSError(domain: NSPOSIXErrorDomain, code: Int(ENOSPC))
        let wrapped = CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: posix])
        let full: [any Error] = [
            DatabaseError(resultCode: .SQLITE_FULL), IOError(errnoCode: ENOSPC, reason: "write"), posix, wrapped,
            CocoaError(.fileWriteOutOfSpace), POSIXError(.ENOSPC),
        ]
        for error in full { #expect(StorageFull.isCause(of: error), "\(error)") }
        let others: [any Error] = [
            DatabaseError(resultCode: .SQLITE_BUSY), IOError(errnoCode: EPIPE, reason: "write"), CancellationError(),
            CocoaError(.fileWriteNoPermission), POSIXError(.EACCES),
        ]
        for error in others { #expect(!StorageFull.isCause(of: error), "\(error)") }
    }

    @Test func `The reserve takes real space, gives it back once, and takes it again`() throws {
        let fixture = try StudioFixture()
        defer { try? FileManager.default.removeItem(at: fixture.folder) }
        let folder = try DataFolder(fixture.folder.appending(path: "reserved"))
        let reserve = SpaceReserve(folder: folder)
        let path = folder.url.appending(path: "reserve").path
        func size() throws -> Int? { try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int }
        #expect(try size() == SpaceReserve.size)
        #expect(reserve.release())
        #expect(try size() == 0)
        #expect(!reserve.release())
        reserve.fill()
        #expect(try size() == SpaceReserve.size)
    }

    @Test func `A data folder that cannot be used ends the start in a sentence that names it`() throws {
        let fixture = try StudioFixture()
        defer { try? FileManager.default.removeItem(at: fixture.folder) }
        var configuration = fixture.configuration
        configuration.data = fixture.folder.appending(path: "Web/index.html")
        let error = #expect(throws: StudioStartError.self) { try Studio(configuration: configuration) }
        #expect(error?.description.contains(configuration.data.path) == true)
        let cause = DatabaseError(resultCode: .SQLITE_FULL)
        #expect(StudioStartError(folder: configuration.data, cause: cause).description.contains("is full"))
    }

    @Test func `Others on the machine cannot read the database, also one of an earlier version`() throws {
        let fixture = try StudioFixture()
        defer { try? FileManager.default.removeItem(at: fixture.folder) }
        let path = fixture.configuration.data.appending(path: "studio.sqlite").path
        func mode() throws -> Int? { try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int }
        _ = try Studio(configuration: fixture.configuration)
        #expect(try mode() == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        _ = try Studio(configuration: fixture.configuration)
        #expect(try mode() == 0o600)
    }
}
