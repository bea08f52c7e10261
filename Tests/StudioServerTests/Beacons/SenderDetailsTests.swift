import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Proximity
import Testing

@testable import StudioServer

@Suite struct SenderDetailsTests: BeaconRequests {
    private let tag = "\(BeaconWalk.venueUUID)/1/2"

    /// A report as a receiver sends it.
    private func report(_ senders: String) throws -> ReceiverReport {
        let text = #"{"authorisation": "allowed", "heard": [], "senders": [\#(senders)]}"#
        return try JSONDecoder().decode(ReceiverReport.self, from: Data(text.utf8))
    }

    @Test func `What a radio receives of a sender arrives at the studio`() throws {
        let now: Int64 = 1_750_000_000_000_000_000
        let buffer = ReportBuffer(source: "hci0")
        let url = try #require(EddystoneURLFrame(address: "https://example.org/x", measuredPower: -60))
        let state = EddystoneTelemetryFrame(
            batteryMillivolts: 3_010,
            temperatureCelsius: -4.5,
            advertisementCount: 99,
            uptimeDeciseconds: 1_234
        )
        let identity = IBeaconFrame(uuid: BeaconWalk.venueUUID, major: 1, minor: 2)
        for frame in [BeaconFrame.iBeacon(identity), .eddystoneURL(url), .eddystoneTelemetry(state)] {
            buffer.add(
                BeaconSighting(frame: frame, rssi: -61, nanoseconds: now - 300_000_000, sender: 0xC0_0000_0000_01)
            )
        }
        let sent = try JSONEncoder().encode(buffer.take(at: now))
        let received = try JSONDecoder().decode(ReceiverReport.self, from: sent)
        #expect(received.beacons.map(\.beacon) == [tag])
        let details = try #require(try received.details(receivedAt: 5_000_000_000).first)
        #expect(details.sender == 0xC0_0000_0000_01 && details.identity == BeaconIdentity(key: tag))
        #expect(details.webAddress == "https://example.org/x" && details.telemetry == state)
        #expect(details.rssi == -61 && details.nanoseconds == 4_700_000_000)
        #expect(buffer.take(at: now).senders == nil)
        #expect(try ReceiverReport(authorisation: .allowed).details(receivedAt: now).isEmpty, "of an older receiver")
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html,x", "https://", "http:///x", "//example.org",
        "https://bank.example@evil.example/",
        "https://u:p@evil.example/", "https://exa mple.org", "https://exämple.org", "HTTPS:evil",
        "https://x\u{202e}gro.example",
        "https://" + String(repeating: "a", count: 300) + ".example",
    ])
    func `A web address that a browser should not be given is not shown`(_ address: String) throws {
        let text = String(decoding: try JSONEncoder().encode(address), as: UTF8.self)
        let details = try report(#"{"sender": "1", "url": \#(text), "rssi": -60, "age": 0}"#).details(receivedAt: 0)
        #expect(details.count == 1 && details[0].webAddress == nil)
    }

    @Test(arguments: [
        #"{"sender": "zz", "rssi": -60, "age": 0}"#, #"{"sender": "1000000000000", "rssi": -60, "age": 0}"#,
        #"{"sender": "1", "rssi": -600, "age": 0}"#, #"{"sender": "1", "rssi": -60, "age": -1}"#,
        #"{"sender": "1", "beacon": "nobody", "rssi": -60, "age": 0}"#,
        #"{"sender": "1", "battery": 70000, "rssi": -60, "age": 0}"#,
        #"{"sender": "1", "uptime": 1e300, "rssi": -60, "age": 0}"#,
        #"{"sender": "1", "temperature": -1e9, "rssi": -60, "age": 0}"#,
        Array(repeating: #"{"sender": "1", "rssi": -60, "age": 0}"#, count: 201).joined(separator: ","),
    ])
    func `Senders that make no sense are refused`(_ senders: String) throws {
        #expect(throws: StudioError.self) { try report(senders).details(receivedAt: 0) }
    }

    @Test func `Two receivers of one sender tell of it once, and memory is bounded`() throws {
        var table = SenderTable()
        let second: Int64 = 1_000_000_000
        let telemetry = EddystoneTelemetryFrame(batteryMillivolts: 3_000)
        let known = try #require(BeaconIdentity(key: tag))
        table.take(
            [SenderDetails(sender: 7, identity: known, telemetry: telemetry, rssi: -60, nanoseconds: 0)],
            by: "a"
        )
        table.take([SenderDetails(sender: 8, webAddress: "https://a.example", rssi: -80, nanoseconds: 0)], by: "a")
        table.take([SenderDetails(sender: 8, rssi: -70, nanoseconds: second)], by: "b")
        table.take([SenderDetails(sender: 8, rssi: -75, nanoseconds: 2 * second)], by: "a")
        let unnamed = table.unnamed(at: 2 * second)
        #expect(unnamed.map(\.receiver) == ["b"] && unnamed.first?.details.url == "https://a.example")
        #expect(unnamed.first?.sender == "000000000008")
        #expect(table.byIdentity(at: second)[known]?.battery == 3_000)
        // Somebody sends under ever new addresses: what has an identity stays longest.
        for address in 100..<UInt64(3_000) {
            table.take([SenderDetails(sender: address, rssi: -40, nanoseconds: 3 * second)], by: "a")
        }
        #expect(table.count == SenderTable.most && table.byIdentity(at: second)[known] != nil)
        #expect(table.unnamed(at: second).count == SenderTable.mostPublished)
        table.advance(to: 70 * second)
        #expect(table.count == 0)
    }

    @Test func `Web addresses and batteries are for the owner alone, also where the venue is public`() async throws {
        try await StudioFixture().run { client, studio in
            let owner = studio.core.owner.token
            let plan = #"{"width": 9, "depth": 9, "walls": [], "isPublic": true}"#
            _ = try await ask(client, .put, "/plan", token: owner, plan)
            let made = try await ask(client, .post, "/receivers", token: owner, #"{"name": "Door", "x": 1, "y": 1}"#)
            let id = try JSONDecoder().decode(KeptAnswer.self, from: Data(made.text.utf8)).id
            let answer = try await ask(client, .post, "/receivers/\(id)/token", token: owner)
            let token = try JSONDecoder().decode(TokenAnswer.self, from: Data(answer.text.utf8)).token
            let report = """
                {"authorisation": "allowed", "heard": [{"beacon": "\(tag)", "power": -59, "packets": [[0, -60]]}], "senders": [
                {"sender": "c00000000001", "url": "https://stranger.example/", "rssi": -60, "age": 0},
                {"sender": "c00000000002", "beacon": "\(tag)", "battery": 2900, "rssi": -60, "age": 0}]}
                """
            #expect(try await ask(client, .post, "/reports", report).status == .unauthorized)
            #expect(try await ask(client, .post, "/reports", token: token, report).status == .ok)
            for path in ["", "/state"] {
                let own = try await ask(client, .get, path, token: owner).text
                #expect(own.contains("stranger.example") && own.contains("2900"))
                #expect(!own.contains("advertisements") && !own.contains("uptime"), "the report leaves them out")
                let visitor = try await ask(client, .get, path)
                #expect(visitor.status == .ok && visitor.text.contains("\(BeaconWalk.venueUUID)"))
                #expect(!visitor.text.contains("stranger.example") && !visitor.text.contains("2900"))
            }
        }
    }

    @Test func `A radio address has twelve digits in a report and for the owner`() {
        let details = SenderDetails(sender: 0xC01, rssi: -60, nanoseconds: 0)
        #expect(ReceiverReport.Sender(details, at: 0).sender == "000000000C01")
        #expect(LiveSender(details, receiver: "door", at: 0).sender == "000000000C01")
    }

    @Test func `A long list of senders is split over messages`() throws {
        let senders = (0..<40).map { index in
            LiveSender(
                sender: "\(index)",
                receiver: "door",
                rssi: -60,
                details: LiveDetails(url: "https://" + String(repeating: "a", count: 200) + ".example", age: 0)
            )
        }
        let state = LiveState(time: 0, total: 0, beacons: [], receivers: [], places: [], senders: senders)
        let parts = state.parts(limit: 9_000)
        #expect(parts.count > 1 && parts.flatMap { $0.senders ?? [] }.map(\.sender) == senders.map(\.sender))
        for part in parts { #expect(try JSONEncoder().encode(part).count <= 9_000) }
    }
}
