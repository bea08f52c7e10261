import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import Proximity
import PusherProtocol
import TestThreads
import Testing

@testable import StudioServer

@Suite struct ActionRunnerTests {
    private let notice = PlaceNotice(.exited(region: "shop", nanoseconds: 1_750_000_000_000_000_000))

    /// Requests as an address of ours took them: signature and body.
    private struct Taken: Sendable {
        var signature: String?
        var body: [UInt8]
    }

    /// Runs something against an address of ours that answers with these statuses, the last one for ever.
    private func receiving(
        _ statuses: [HTTPResponse.Status] = [.ok],
        _ work: @escaping @Sendable (String) async throws -> Void
    ) async throws -> [Taken] {
        let taken = NIOLockedValueBox<[Taken]>([])
        let router = Router()
        router.post("hook") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 16)
            let signature = HTTPField.Name("X-Sightline-Signature").flatMap { request.headers[$0] }
            let count = taken.withLockedValue {
                $0.append(Taken(signature: signature, body: Array(body.readableBytesView)))
                return $0.count
            }
            return statuses[min(count, statuses.count) - 1]
        }
        let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)))
        try await OwnThreads.run {
            try await application.test(.live) { client in try await work("http://127.0.0.1:\(client.port ?? 0)/hook") }
        }
        return taken.withLockedValue { $0 }
    }

    @Test func `A posted event carries the signature of its octets`() async throws {
        let taken = try await receiving { address in
            let action = ActionSetting(id: "a", on: "both", url: address, secret: "s3cret").action
            try await ActionRunner().carryOut(action, for: notice)
        }
        let request = try #require(taken.first)
        #expect(Credentials(key: "", secret: "s3cret").isValid(try #require(request.signature), of: request.body))
        let event = try JSONDecoder().decode(PlaceNotice.self, from: Data(request.body))
        #expect((event.event, event.region) == ("exit", "shop"))
    }

    @Test func `A server with a fault of its own is tried again, one that refuses is not`() async throws {
        let (failing, refusing) = (
            try await receiving([.internalServerError, .ok]) { address in
                let action = ActionSetting(id: "a", on: "both", url: address).action
                try await ActionRunner(pauses: [.milliseconds(10)]).carryOut(action, for: notice)
            },
            try await receiving([.forbidden]) { address in
                let action = ActionSetting(id: "a", on: "both", url: address).action
                await #expect(throws: ActionError.self) {
                    try await ActionRunner(pauses: [.milliseconds(10)]).carryOut(action, for: notice)
                }
            }
        )
        #expect(failing.count == 2)
        #expect(refusing.count == 1)
        #expect(failing[0].signature == nil)
    }

    @Test func `An address where nobody is fails with words`() async {
        let action = ActionSetting(id: "a", on: "both", url: "http://127.0.0.1:9/").action
        await #expect(throws: ActionError.self) {
            try await ActionRunner(pauses: []).carryOut(action, for: notice)
        }
    }

    @Test func `An event goes out on the studio's own channel`() async throws {
        let published = NIOLockedValueBox<[String]>([])
        let runner = ActionRunner { event, channel, notice in
            published.withLockedValue { $0.append("\(event) \(channel) \(notice.region)") }
        }
        try await runner.carryOut(ActionSetting(id: "a", on: "both", channel: "museum").action, for: notice)
        #expect(published.withLockedValue { $0 } == ["exit museum shop"])
    }

    @Test func `A program finds the event in its environment, and its failure is told`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "action-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let command = ["sh", "-c", "echo $SIGHTLINE_EVENT $SIGHTLINE_REGION > \(file.path)"]
        try await ProgramRun(command: command, notice: notice).finish()
        #expect(try String(contentsOf: file, encoding: .utf8) == "exit shop\n")
        await #expect(throws: ActionError.self) { try await ProgramRun(command: ["false"], notice: notice).finish() }
        await #expect(throws: ActionError.self) { try await ProgramRun(command: [], notice: notice).finish() }
    }

    @Test func `A program that does not end is stopped`() async {
        var run = ProgramRun(command: ["sleep", "3600"], notice: notice)
        run.limit = .milliseconds(200)
        let start = ContinuousClock.now
        await #expect(throws: ActionError.self) { try await run.finish() }
        #expect(ContinuousClock.now - start < .seconds(1800))
    }

    @Test func `An action is for its region and its occasion`() throws {
        func action(_ json: String) throws -> PlaceAction {
            try JSONDecoder().decode(PlaceAction.self, from: Data(json.utf8))
        }
        #expect(try action("{}").isFor(notice))
        #expect(try action(#"{"region": "shop", "on": "exit"}"#).isFor(notice))
        #expect(try !action(#"{"region": "shop", "on": "enter"}"#).isFor(notice))
        #expect(try !action(#"{"region": "café"}"#).isFor(notice))
        let determined = PlaceNotice(.determined(region: "shop", state: .outside, nanoseconds: 0))
        #expect(try !action("{}").isFor(determined))
    }

    @Test func `An action made on the web can run no program`() throws {
        let body = #"{"on": "both", "channel": "museum", "run": ["rm", "-rf", "/"]}"#
        let setting = try JSONDecoder().decode(ActionSetting.self, from: Data(body.utf8)).checked()
        #expect(setting.action.run == nil)
    }

    @Test(arguments: [
        #"{"on": "both"}"#, #"{"on": "never", "channel": "a"}"#, #"{"on": "both", "channel": "a", "url": "http://b/"}"#,
        #"{"on": "both", "channel": "a b"}"#, #"{"on": "both", "channel": "private-beacons"}"#,
        #"{"on": "both", "url": "file:///etc/passwd"}"#, #"{"on": "both", "url": "http://"}"#,
    ])
    func `An action that makes no sense is refused`(_ body: String) throws {
        let setting = try JSONDecoder().decode(ActionSetting.self, from: Data(body.utf8))
        #expect(throws: StudioError.self) { try setting.checked() }
    }

    @Test func `A venue acts when somebody comes, and remembers what became of it`() async throws {
        let published = NIOLockedValueBox<[String]>([])
        let fixture = try VenueFixture { event, channel, notice in
            published.withLockedValue { $0.append("\(event) \(channel) \(notice.region)") }
        }
        try await fixture.makeMuseum()
        try await fixture.venue.keep(ActionSetting(id: "a", place: "guides", on: "enter", channel: "museum"))
        try await fixture.venue.take(fixture.report(VenueFixture.tag), from: "museum-1")
        for _ in 0..<3000 where await fixture.venue.outcomes.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        #expect(published.withLockedValue { $0 } == ["enter museum Guides in the house"])
        let outcome = try #require(await fixture.venue.outcomes["a"])
        #expect(outcome.fault == nil)
    }
}
