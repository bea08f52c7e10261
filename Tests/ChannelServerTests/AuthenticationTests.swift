import AsyncHTTPClient
import ChannelClient
import Hummingbird
import NIOCore
import PusherProtocol
import Testing

/// The ways in which a client gets its application's word.
@Suite(.serialized, .timeLimit(.minutes(5))) struct AuthenticationTests {
    static let userData = #"{"id":"u"}"#

    /// Signs by itself, as an application's own code would.
    struct Own: ChannelAuthorizer {
        func authorize(_ channel: ChannelName, for socket: SocketID) async throws -> ChannelAuthorization {
            ChannelAuthorization(
                auth: TestServer.credentials.authorization(socketID: socket, channel: channel.text)
            )
        }

        func authorizeUser(for socket: SocketID) async throws -> UserAuthorization {
            let auth = TestServer.credentials.authorization(socketID: socket, userData: userData)
            return UserAuthorization(auth: auth, userData: userData)
        }
    }

    /// Answers client libraries' forms; refuses forms without the word "please".
    static func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.post("auth") { request, _ -> String in
            let word = request.headers.first { $0.name.canonicalName == "x-word" }?.value
            guard word == "please" else { throw HTTPError(.forbidden) }
            let form = String(buffer: try await request.body.collect(upTo: 4096)).split(separator: "&")
            let fields = form.map { $0.split(separator: "=").map(String.init) }
            func field(_ name: String) -> String? { fields.first { $0.first == name }?.last }
            let socket = try SocketID(field("socket_id") ?? "")
            let credentials = TestServer.credentials
            if let channel = field("channel_name") {
                return #"{"auth":"\#(credentials.authorization(socketID: socket, channel: channel))"}"#
            }
            let auth = credentials.authorization(socketID: socket, userData: userData)
            return #"{"auth":"\#(auth)","user_data":"{\"id\":\"u\"}"}"#
        }
        return router
    }

    static func request(_ address: String, _ socket: SocketID, _ channel: ChannelName?) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address)
        request.method = .POST
        request.headers.add(name: "X-Word", value: "please")
        let form = "socket_id=\(socket)" + (channel.map { "&channel_name=\($0)" } ?? "")
        request.body = .bytes(ByteBuffer(string: form))
        return request
    }

    @Test func `an endpoint, a request of one's own, the secret and one's own code vouch for channel and user`()
        async throws
    {
        try await TestServer.run { server async throws -> Void in
            try await Endpoint.run(Self.router()) { port in
                let address = "http://127.0.0.1:\(port)/auth"
                let ways: [Authentication] = [
                    .endpoint(channels: address, users: address, headers: ["X-Word": "please"]),
                    .requestBuilder { Self.request(address, $0, $1) },
                    .inline(secret: TestServer.credentials.secret, userData: Self.userData),
                    .authorizer(Own()),
                ]
                let channel = try ChannelName("private-a")
                for way in ways {
                    let client = server.client(way)
                    let notices = client.notices
                    client.subscribe(to: channel)
                    try await client.subscribed(to: channel)
                    client.signIn()
                    #expect(await first(notices) { if case .signedIn = $0 { true } else { false } } != nil, "\(way)")
                }
                try await server.untilSubscriptions(of: "private-a", are: ways.count)
            }
        }
    }

    @Test func `without a word, or with one that is refused, only public channels are joined`() async throws {
        try await TestServer.run { server async throws -> Void in
            try await Endpoint.run(Self.router()) { port in
                let address = "http://127.0.0.1:\(port)/auth"
                for way in [Authentication.none, .endpoint(channels: address)] {
                    let client = server.client(way)
                    let channel = try ChannelName("private-a")
                    client.subscribe(to: channel)
                    await #expect(throws: ChannelClientError.self) { try await client.subscribed(to: channel) }
                    let news = try ChannelName("news")
                    client.subscribe(to: news)
                    try await client.subscribed(to: news)
                }
            }
        }
    }
}
