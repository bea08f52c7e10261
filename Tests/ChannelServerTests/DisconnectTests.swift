import ChannelClient
import ChannelServer
import PusherProtocol
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct DisconnectTests {
    @Test func `a member who is sent away is cut from the channel for good, and the others stay`() async throws {
        try await TestServer.run { server async throws -> Void in
            let room = "presence-room"
            let ada = try await server.client(on: room, member: "ada")
            let eve = try await server.client(on: room, member: "eve")
            let states = eve.states
            let elsewhere = try await server.client(on: "presence-other", member: "eve")
            try await server.untilMembers(of: room, are: ["ada", "eve"])
            try #require(server.host).disconnect("eve", from: try ChannelName(room), in: TestServer.application())
            try await server.untilMembers(of: room, are: ["ada"])
            try await server.untilMembers(of: "presence-other", are: ["eve"])
            #expect(await first(states) { $0 == .failed(.unauthorized) } != nil)

            try #require(server.host).disconnect(nil, from: try ChannelName(room), in: TestServer.application())
            try await server.untilMembers(of: room, are: [])
            for client in [ada, eve, elsewhere] { client.disconnect() }
        }
    }
}
