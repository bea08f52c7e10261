import ChannelClient
import ChannelServer
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import PusherProtocol
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct LifecycleTests {
    @Test func `a stop tells every client to reconnect and refuses newcomers`() async throws {
        try await TestServer.run { server async throws -> Void in
            let client = try await server.client(on: "news")
            let states = client.states
            let faults = client.notices
            await server.stop()
            #expect(await first(faults) { $0 == .fault(code: 4200, message: "Reconnect") } != nil)
            #expect(await first(states) { $0 == .connecting } != nil)
            #expect(server.host?.isReady == false)
            client.disconnect()
        }
    }

    @Test func `many that vanish at once leave nothing behind`() async throws {
        try await TestServer.run { server async throws -> Void in
            let stays = try await server.client(on: "news")
            let port = server.port
            let count = 500
            let sockets = await HostileTests().blocking { () -> [RawSocket] in
                (0..<count).compactMap { _ in
                    guard let socket = RawSocket(port: port), socket.upgrade(HostileTests.target) else { return nil }
                    _ = socket.receive()
                    socket.say(#"{"event":"pusher:subscribe","data":{"channel":"news"}}"#)
                    _ = socket.receive()
                    return socket
                }
            }
            #expect(sockets.count == count)
            try await server.untilSubscriptions(of: "news", are: count + 1)
            for socket in sockets { socket.vanish() }
            let events = stays.events(on: "news")
            #expect(try await server.publish("e", to: "news", "still here") == 200)
            #expect(await first(events)?.data == "still here")
            try await server.untilSubscriptions(of: "news", are: 1)
        }
    }

    @Test func `webhooks are signed, held back for those who come back, and tried again`() async throws {
        @Sendable func told(in bodies: [String]) throws -> [JSONText] {
            try bodies.flatMap { try JSONText(parsing: Array($0.utf8))["events"]?.elements ?? [] }
        }
        let received = NIOLockedValueBox<[(body: String, signature: String)]>([])
        let refusals = NIOLockedValueBox(1)
        let router = Router()
        router.post("/hook") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 20)
            let isRefused = refusals.withLockedValue { count in
                defer { count -= 1 }
                return count > 0
            }
            if isRefused { return HTTPResponse.Status.internalServerError }
            let signature = request.headers[.init("X-Pusher-Signature")!] ?? ""
            received.withLockedValue { $0.append((String(buffer: body), signature)) }
            return .ok
        }
        try await Endpoint.run(router) { port in
            let target = WebhookTarget(url: "http://127.0.0.1:\(port)/hook")
            try await TestServer.run(TestServer.application(webhooks: [target])) { server async throws -> Void in
                let ann = try await server.client(on: "presence-a", member: "ann")
                ann.disconnect()
                try await server.untilMembers(of: "presence-a", are: [])
                let again = try await server.client(on: "presence-a", member: "ann")
                try await again.trigger("client-x", on: try ChannelName("presence-a"), data: JSONText(string: "1"))
                again.disconnect()
                #expect(await until { try told(in: received.withLockedValue { $0.map(\.body) }).count >= 5 })
            }
        }
        let hooks = received.withLockedValue { $0 }
        for (body, signature) in hooks { #expect(TestServer.credentials.isValid(signature, of: Array(body.utf8))) }
        let events = try told(in: hooks.map(\.body))
        let names = events.compactMap { $0["name"]?.string }
        #expect(
            names.sorted() == ["channel_occupied", "channel_vacated", "client_event", "member_added", "member_removed"]
        )
        let client = events.first { $0["name"]?.string == "client_event" }
        #expect(client?["user_id"]?.string == "ann")
        #expect(client?["data"]?.string == "1")
    }
}
