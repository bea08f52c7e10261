import Foundation
import Testing

@testable import StudioServer

@Suite struct ApplicationFileTests {
    private func read(_ text: String) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "applications-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        return try ApplicationFile.read(file).map { application in
            let limits = application.limits
            return "\(application.id) \(application.name) \(application.credentials.key) \(limits.presenceMembers) "
                + "\(application.options.subscriptionCount) \(application.history.count) \(application.webhooks.count)"
        }
    }

    @Test func `Applications are what the file says, and the protocol's limits where it says nothing`() throws {
        let described = try read(
            """
            [{"id": "7", "key": "k", "secret": "s"},
             {"id": "8", "name": "Shop", "key": "l", "secret": "t", "presenceMembers": 500, "subscriptionCount": true,
              "history": [{"prefix": "presence-", "replay": "always"}],
              "webhooks": [{"url": "https://example.org/hook", "events": ["channel_occupied"]}]}]
            """
        )
        #expect(described == ["7 7 k 100 false 0 0", "8 Shop l 500 true 1 1"])
    }

    @Test func `No file means no further applications`() throws {
        #expect(try ApplicationFile.read(URL(filePath: "/nonexistent/applications.json")).isEmpty)
    }

    @Test(arguments: [
        (#"[{"id": "7", "key": "k"}]"#, "[0] secret"), (#"[{"id": 7, "key": "k", "secret": "s"}]"#, "[0] id"),
        (#"[{"id": "7", "key": "k", "secret": ""}]"#, "empty"), ("[", "applications-"),
        (#"[{"id": "7", "key": "k", "secret": "s"}, {"id": "7", "key": "l", "secret": "s"}]"#, "same id"),
        (#"[{"id": "7", "key": "k", "secret": "s", "webhooks": [{"url": "u", "events": ["x"]}]}]"#, "“x”"),
    ])
    func `A faulty file is named with what is wrong in it`(text: String, reason: String) {
        let error = #expect(throws: ApplicationFileError.self) { try read(text) }
        #expect(error?.description.contains(reason) == true && error?.description.contains("applications-") == true)
    }
}
