import ChannelClient
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import PusherProtocol
import Testing

@testable import StudioServer

@Suite(.timeLimit(.minutes(5))) struct ReadingsTests {
    static let code = "abcdefghjk23"
    static let path = "/api/readings/\(code)"

    static func reading(_ value: Double, isFinal: Bool = true) -> JSONText {
        let text =
            #"{"time":1790000000000,"kind":"distance","number":1,"value":\#(value),"sigma":0.004,"unit":"m","text":"41.2 cm ± 4 mm","isFinal":\#(isFinal)}"#
        return (try? JSONText(parsing: Array(text.utf8))) ?? .null
    }

    /// A device on the channel of the code, authorized by the studio, and the events that it receives.
    func device(
        _ client: any TestClientProtocol,
        _ studio: Studio
    ) async throws
        -> (client: ChannelClient, received: AsyncStream<ChannelEvent>)
    {
        let port = try #require(client.port)
        let channel = try ChannelName(SharedReading.channelPrefix + Self.code)
        let word = Authentication.endpoint(channels: "http://127.0.0.1:\(port)/api/channels/auth")
        let options = ChannelClient.Options(host: "127.0.0.1", port: port, authentication: word)
        let device = ChannelClient(key: studio.core.channels.application.credentials.key, options: options)
        let received = device.events(on: channel.text, named: SharedReading.event)
        device.connect()
        device.subscribe(to: channel)
        try await device.subscribed(to: channel)
        return (device, received)
    }

    @Test func `Readings reach whoever has the code, and those who come later get the last ones`() async throws {
        try await StudioFixture().run(.live) { client, studio in
            let channel = try ChannelName(SharedReading.channelPrefix + Self.code)
            let (sender, _) = try await device(client, studio)
            let (watcher, received) = try await device(client, studio)
            try await sender.trigger(SharedReading.event, on: channel, data: Self.reading(0.412))
            var receives = received.makeAsyncIterator()
            let first = await receives.next()
            #expect(first.flatMap { SharedReading(JSONText(string: $0.data)) }?.value == 0.412)
            let (late, caughtUp) = try await device(client, studio)
            var catches = caughtUp.makeAsyncIterator()
            #expect(await catches.next()?.data == first?.data)
            for each in [sender, watcher, late] { each.disconnect() }
        }
    }

    @Test func `Readings are kept from when the owner asks, until he does not any more`() async throws {
        try await StudioFixture().run(.live) { client, studio in
            let channel = try ChannelName(SharedReading.channelPrefix + Self.code)
            let (sender, _) = try await device(client, studio)
            let (watcher, stream) = try await device(client, studio)
            var received = stream.makeAsyncIterator()
            let owner: HTTPFields = [.authorization: "Bearer \(studio.core.owner.token)"]
            func publish(_ value: Double) async throws {
                try await sender.trigger(SharedReading.event, on: channel, data: Self.reading(value))
                _ = await received.next()
            }
            func wish(_ isKept: Bool) async throws -> HTTPResponse.Status {
                let body = ByteBuffer(string: #"{"isKept":\#(isKept)}"#)
                return try await client.execute(uri: Self.path, method: .put, headers: owner, body: body).status
            }
            func kept() async throws -> [Double] {
                let answer = try await client.execute(uri: Self.path, method: .get, headers: owner)
                let json = try JSONText(parsing: Array(answer.body.readableBytesView))
                return json["readings"]?.elements.compactMap { Double($0["value"]?.text ?? "") } ?? []
            }
            try await publish(1)
            #expect(try await wish(true) == .ok)
            try await publish(2)
            try await sender.trigger(SharedReading.event, on: channel, data: .emptyObject)
            _ = await received.next()
            try await publish(3)
            for _ in 0..<3000 where try await kept().count < 2 { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try await kept() == [2, 3])
            #expect(try await wish(false) == .ok)
            try await publish(4)
            #expect(try await kept() == [2, 3])
            let table = try await client.execute(uri: Self.path + "?format=csv", method: .get, headers: owner)
            let lines = String(buffer: table.body).split(separator: "\n")
            #expect(lines.first == "time,kind,name,value,sigma,unit,text,isFinal")
            #expect(lines.count == 3 && lines[1].hasPrefix("2026-09-21T"))
            #expect(lines[1].contains(",distance,,2.0,0.004,m,"))
            #expect(try await client.execute(uri: Self.path, method: .delete, headers: owner).status == .noContent)
            #expect(try await kept() == [])
            for each in [sender, watcher] { each.disconnect() }
        }
    }

    @Test func `Only the owner may have readings kept or see them`() async throws {
        try await StudioFixture().run { client async throws -> Void in
            for (method, path) in [(HTTPRequest.Method.get, "/api/readings"), (.get, Self.path), (.delete, Self.path)] {
                #expect(try await client.execute(uri: path, method: method).status == .unauthorized)
            }
            let body = ByteBuffer(string: #"{"isKept":true}"#)
            #expect(try await client.execute(uri: Self.path, method: .put, body: body).status == .unauthorized)
        }
    }

    @Test(arguments: ["short", "UPPERCASE1234", "with-dash12345", String(repeating: "a", count: 41)])
    func `What is no code opens no channel`(code: String) async throws {
        #expect(SharedReading.code(of: SharedReading.channelPrefix + code) == nil)
        try await StudioFixture().run { client in
            let body = ByteBuffer(string: "socket_id=1.1&channel_name=\(SharedReading.channelPrefix)\(code)")
            let answer = try await client.execute(uri: "/api/channels/auth", method: .post, body: body)
            #expect(answer.status == .forbidden)
        }
    }

    @Test func `Texts in a table cannot break it or run in a spreadsheet`() throws {
        let json = #"{"time":0,"kind":"=1+1","value":1,"sigma":0,"unit":"m","text":"a,\"b\"","isFinal":true}"#
        let reading = try #require(SharedReading(try JSONText(parsing: Array(json.utf8))))
        let line = SharedReading.table([reading]).split(separator: "\n")[1]
        #expect(line == #"1970-01-01T00:00:00.000Z,'=1+1,,1.0,0.0,m,"a,""b""",true"#)
    }
}
