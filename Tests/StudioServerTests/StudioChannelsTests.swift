import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import StudioServer

@Suite struct StudioChannelsTests {
    @Test func `Pages learn the key, and nobody joins a channel that no part speaks for`() async throws {
        try await StudioFixture().run { client, studio in
            let key = studio.core.channels.application.credentials.key
            let answer = try await client.execute(uri: "/api/channels", method: .get)
            #expect(String(buffer: answer.body) == #"{"key":"\#(key)"}"#)
            let form = ByteBuffer(string: "socket_id=12.34&channel_name=private-nobodys")
            let refused = try await client.execute(uri: "/api/channels/auth", method: .post, body: form)
            #expect(refused.status == .forbidden)
            #expect(String(buffer: refused.body).contains("private-nobodys"))
        }
    }

    @Test(arguments: [
        "", "socket_id=12.34", "socket_id=x&channel_name=private-a", "channel_name=private-a%20b&socket_id=1.2",
    ])
    func `A request to join that lacks a field is refused by its name`(form: String) async throws {
        try await StudioFixture().run { client, _ in
            let answer = try await client.execute(
                uri: "/api/channels/auth",
                method: .post,
                body: ByteBuffer(string: form)
            )
            #expect(answer.status == .badRequest)
            #expect(
                String(buffer: answer.body).contains(
                    form.contains("12.34") || form.contains("1.2") ? "channel_name" : "socket_id"
                )
            )
        }
    }

    @Test func `A grant on a presence channel names the member and is signed`() async throws {
        try await StudioFixture().run { _, studio in
            let ask = ChannelRequest(socketID: try .init("12.34"), channel: "presence-room-a", fields: [:])
            let grant = ChannelGrant(userID: "7", userInfo: ["name": "Ada"])
            let answer = try studio.core.channels.authorization(ask, grant)
            let data = try #require(answer.channelData)
            #expect(data.contains(#""user_id":"7""#) && data.contains(#""name":"Ada""#))
            let credentials = studio.core.channels.application.credentials
            #expect(
                credentials.authorizes(answer.auth, socketID: ask.socketID, channel: ask.channel, channelData: data)
            )
        }
    }
}
