import ChannelClient
import ChannelServer
import PusherProtocol
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct HTTPTests {
    @Test func `forged, late and unknown requests are refused`() async throws {
        try await TestServer.run { server async throws -> Void in
            let body = #"{"name":"e","channel":"news","data":""}"#
            #expect(try await server.request("POST", "/apps/3/events", body) == Answer(200, "{}"))
            #expect(try await server.request("POST", "/apps/3/events", body, age: 700).status == 401)
            #expect(try await server.request("POST", "/apps/3/events", body, age: -700).status == 401)
            let forger = Credentials(key: TestServer.credentials.key, secret: "x")
            #expect(try await server.request("POST", "/apps/3/events", body, credentials: forger).status == 401)
            #expect(try await server.request("POST", "/apps/4/events", body).status == 404)
            #expect(try await server.request("GET", "/apps/3/nothing").status == 404)
        }
    }

    @Test func `faulty bodies have their status`() async throws {
        try await TestServer.run { server async throws -> Void in
            func status(_ body: String) async throws -> Int {
                try await server.request("POST", "/apps/3/events", body).status
            }
            #expect(try await status("{") == 400)
            #expect(try await status(#"{"name":"pusher:e","channel":"a","data":""}"#) == 400)
            let long = String(repeating: "d", count: 10_241)
            #expect(try await status(#"{"name":"e","channel":"a","data":"\#(long)"}"#) == 413)
            #expect(try await status(String(repeating: " ", count: 1_000_000)) == 413)
        }
    }

    @Test func `a disabled application answers 403`() async throws {
        try await TestServer.run(TestServer.application { options, _ in options.isEnabled = false }) {
            server async throws -> Void in
            #expect(try await server.request("GET", "/apps/3/channels").status == 403)
        }
    }

    @Test func `channels are listed with what is asked of them`() async throws {
        try await TestServer.run { server async throws -> Void in
            let one = try await server.client(on: "presence-a", member: "1")
            let two = try await server.client(on: "presence-a", member: "1")
            let three = try await server.client(on: "news")
            func get(_ path: String, _ query: [(name: String, value: String)] = []) async throws -> String {
                let answer = try await server.request("GET", path, query: query)
                return answer.status == 200 ? answer.body : "\(answer.status)"
            }
            #expect(try await get("/apps/3/channels") == #"{"channels":{"news":{},"presence-a":{}}}"#)
            #expect(
                try await get("/apps/3/channels", [("filter_by_prefix", "presence-"), ("info", "user_count")])
                    == #"{"channels":{"presence-a":{"user_count":1}}}"#
            )
            #expect(try await get("/apps/3/channels", [("info", "user_count")]) == "400")
            #expect(
                try await get("/apps/3/channels/presence-a", [("info", "user_count")])
                    == #"{"occupied":true,"user_count":1}"#
            )
            #expect(
                try await get("/apps/3/channels/news", [("info", "subscription_count")])
                    == #"{"occupied":true,"subscription_count":1}"#
            )
            #expect(try await get("/apps/3/channels/news", [("info", "user_count")]) == "400")
            #expect(try await get("/apps/3/channels/none") == #"{"occupied":false}"#)
            #expect(try await get("/apps/3/channels/news/users") == "400")
            #expect(try await get("/apps/3/channels/a%20b") == "400")
            for client in [one, two, three] { client.disconnect() }
        }
    }

    @Test func `triggers and batches count a presence channel's users and connections`() async throws {
        try await TestServer.run { server async throws -> Void in
            for _ in 0..<2 { _ = try await server.client(on: "presence-a", member: "1") }
            let event = #"{"name":"e","channel":"presence-a","data":"","info":"user_count,subscription_count"}"#
            let counts = #"{"user_count":1,"subscription_count":2}"#
            let trigger = try await server.request("POST", "/apps/3/events", event)
            #expect(trigger.body == #"{"channels":{"presence-a":"# + counts + "}}")
            let batch = try await server.request("POST", "/apps/3/batch_events", #"{"batch":["# + event + "]}")
            #expect(batch.body == #"{"batch":["# + counts + "]}")
        }
    }

    @Test func `triggers and batches answer with what is asked`() async throws {
        try await TestServer.run { server async throws -> Void in
            let one = try await server.client(on: "news")
            let events = one.events()
            let event = try await server.request(
                "POST",
                "/apps/3/events",
                #"{"name":"e","channels":["news","b"],"data":"","info":"subscription_count"}"#
            )
            #expect(event.body == #"{"channels":{"news":{"subscription_count":1},"b":{"subscription_count":0}}}"#)
            let batch = try await server.request(
                "POST",
                "/apps/3/batch_events",
                #"{"batch":[{"name":"1","channel":"news","data":"a","info":"subscription_count"},{"name":"2","channel":"news","data":"b"}]}"#
            )
            #expect(batch.body == #"{"batch":[{"subscription_count":1},{}]}"#)
            var names: [String] = []
            for await event in events {
                names.append(event.name)
                if names.count == 3 { break }
            }
            #expect(names == ["e", "1", "2"])
        }
    }

    @Test func `health, readiness and metrics are told`() async throws {
        try await TestServer.run { server async throws -> Void in
            let client = try await server.client(on: "news")
            #expect(try await server.request("GET", "/health") == Answer(200, "ok\n"))
            #expect(try await server.request("GET", "/ready") == Answer(200, "ready\n"))
            let metrics = try await server.request("GET", "/metrics").body
            #expect(metrics.contains("\nsightline_channels_connections 1\n"))
            #expect(metrics.contains("\nsightline_channels_subscriptions 1\n"))
            client.disconnect()
        }
    }
}
