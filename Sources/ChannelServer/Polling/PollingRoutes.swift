import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import PusherProtocol

/// A way in for clients that cannot open a WebSocket: long polling, a streamed answer, or Server-Sent Events.
///
/// Addresses and lines are those of the SockJS protocol 0.3.3, which pusher-js's transports `xhr_polling` and
/// `xhr_streaming` speak: `/pusher/app/KEY/SERVER/SESSION/…` with `xhr`, `xhr_streaming`, `eventsource` to receive and
/// `xhr_send` to send.
struct PollingRoutes: Sendable {
    /// How a request receives.
    private enum Reception: Sendable {
        /// One answer for what waits.
        case once
        /// An answer that goes on, a line each.
        case lines
        /// An answer that goes on, as Server-Sent Events.
        case events
    }

    /// Why there is no session.
    private enum Refusal: Error {
        /// There are as many as there may be.
        case tooMany
        /// The address has as many connections and sessions as it may.
        case tooManyOfAddress
    }

    private typealias Session = LoopIsolated<PollingSession>

    /// What stands before `/app/KEY`, as pusher-js has it.
    static let prefix = "/pusher"

    let hub: Hub
    let configuration: ChannelHost.Configuration
    let addresses: AddressLimiter
    private let sessions = NIOLockedValueBox<[String: Session]>([:])

    init(hub: Hub, configuration: ChannelHost.Configuration, addresses: AddressLimiter) {
        (self.hub, self.configuration, self.addresses) = (hub, configuration, addresses)
    }

    /// Adds the routes.
    func add<Context: RequestContext>(to router: Router<Context>) {
        let base = Self.prefix + "/app/:key/:server/:session/"
        router.post(RouterPath(base + "xhr")) { try await receive($0, $1, .once) }
        router.post(RouterPath(base + "xhr_streaming")) { try await receive($0, $1, .lines) }
        router.get(RouterPath(base + "eventsource")) { try await receive($0, $1, .events) }
        router.post(RouterPath(base + "xhr_send")) { try await send($0, $1) }
    }

    // MARK: - Receiving

    private func receive(
        _ request: Request,
        _ context: some RequestContext,
        _ reception: Reception
    ) async throws
        -> Response
    {
        let name = try Self.name(context)
        let address = Self.address(context)
        let session: Session
        do {
            session = try await self.session(name, request, from: address)
        } catch Refusal.tooMany {
            hub.counters.connectionsRefused.add()
            return Self.refusal(.serviceUnavailable, "Too many sessions\n", seconds: 10)
        } catch Refusal.tooManyOfAddress {
            hub.counters.connectionsRefused.add()
            return Self.refusal(.tooManyRequests, "Too many sessions of this address\n", seconds: 10)
        }
        let loop = session.value.loop
        let number = try await loop.submit { session.value.attach() }.get()
        switch reception {
        case .once:
            let lines = try await loop.flatSubmit { session.value.next(number) }.get()
            try await loop.submit { session.value.detach(number) }.get()
            return Self.answer(.ok, type: "application/javascript; charset=UTF-8", lines ?? ByteBuffer())
        case .lines:
            // Some browsers hand a streamed answer on only behind so much.
            let prelude = ByteBuffer(string: String(repeating: "h", count: 2_048) + "\n")
            return stream("application/javascript; charset=UTF-8", session, number, prelude) { $0 }
        case .events:
            return stream("text/event-stream", session, number, ByteBuffer(string: "\r\n")) { lines in
                let events = String(buffer: lines).split(separator: "\n").map { "data: \($0)\r\n\r\n" }
                return ByteBuffer(string: events.joined())
            }
        }
    }

    private func stream(
        _ type: String,
        _ session: Session,
        _ number: Int,
        _ prelude: ByteBuffer,
        _ shaped: @escaping @Sendable (ByteBuffer) -> ByteBuffer
    ) -> Response {
        let loop = session.value.loop
        let body = ResponseBody { writer in
            do {
                try await writer.write(prelude)
                while let lines = try await loop.flatSubmit({ session.value.next(number) }).get() {
                    try await writer.write(shaped(lines))
                }
            } catch {
                try await loop.submit { session.value.detach(number) }.get()
                throw error
            }
            try await loop.submit { session.value.detach(number) }.get()
            try await writer.finish(nil)
        }
        var response = Self.answer(.ok, type: type, ByteBuffer())
        response.body = body
        response.headers[.contentLength] = nil
        return response
    }

    /// The session of a name, opened by its first request; it counts as a connection of the address.
    private func session(_ name: String, _ request: Request, from address: SocketAddress?) async throws -> Session {
        if let known = try known(name, by: address) { return known }
        // The path is `/pusher/app/KEY/…`; the query is that of a WebSocket's address.
        let key = name.prefix { $0 != "/" }
        let wanted = ConnectionRequest(target: "/app/\(key)?" + (request.uri.query ?? ""))
        let isTLS = request.head.scheme == "https"
        guard let wanted, let bound = hub.shards.all.randomElement() else { throw HTTPError(.notFound) }
        let (hub, sessions, configuration, addresses) = (hub, sessions, configuration, addresses)
        return try await bound.loop.submit { () throws -> Session in
            let session = Session(
                PollingSession(
                    hub: hub,
                    configuration: configuration,
                    loop: bound.loop,
                    address: address?.ipAddress
                ) {
                    _ = sessions.withLockedValue { $0.removeValue(forKey: name) }
                    addresses.dismiss(address)
                }
            )
            let known = try sessions.withLockedValue { sessions -> Session? in
                if let known = sessions[name] { return known }
                guard sessions.count < configuration.pollingSessions else { throw Refusal.tooMany }
                guard addresses.admit(address) else { throw Refusal.tooManyOfAddress }
                sessions[name] = session
                return nil
            }
            if known == nil { session.value.open(wanted, isTLS: isTLS) }
            return known ?? session
        }.get()
    }

    /// The session that has a name, if there is one; throws 404 if another address opened it, as if there were none.
    ///
    /// So a name that was guessed or read on the way is of use only to who shares the address.
    private func known(_ name: String, by address: SocketAddress?) throws -> Session? {
        guard let session = sessions.withLockedValue({ $0[name] }) else { return nil }
        guard session.value.address == address?.ipAddress else { throw HTTPError(.notFound) }
        return session
    }

    private static func address(_ context: some RequestContext) -> SocketAddress? {
        (context as? any RemoteAddressRequestContext)?.remoteAddress
    }

    // MARK: - Sending

    private func send(_ request: Request, _ context: some RequestContext) async throws -> Response {
        let name = try Self.name(context)
        guard let session = try known(name, by: Self.address(context)) else {
            return Self.answer(.notFound, "No such session\n")
        }
        guard let body = try? await request.body.collect(upTo: Self.longestBody),
            let messages = Self.messages(Array(body.readableBytesView))
        else { return Self.answer(.badRequest, "A list of at most \(Self.mostMessages) texts is expected\n") }
        switch try await session.value.loop.submit({ session.value.received(messages) }).get() {
        case .taken: return Self.answer(.noContent, "")
        case .over: return Self.answer(.notFound, "The session is over\n")
        case .tooEarly:
            return Self.refusal(.tooManyRequests, "Too much in a second\n", seconds: 1)
        }
    }

    /// The longest body of messages, bytes: one of the longest messages, whose every character may be escaped.
    private static let longestBody = 6 * 65_536
    /// How many messages a request may bring.
    private static let mostMessages = 100

    /// The messages of a body, a list of texts; nil if it is none, or has too many.
    static func messages(_ body: [UInt8]) -> [[UInt8]]? {
        guard let json = try? JSONText(parsing: body, depthLimit: 2), json.kind == .array else { return nil }
        let elements = json.elements
        guard elements.count <= mostMessages else { return nil }
        let messages = elements.compactMap(\.stringBytes)
        return messages.count == elements.count ? messages : nil
    }

    /// The shortest name of a session that is taken: pusher-js draws eight letters and digits.
    private static let shortestName = 8

    /// `KEY/SERVER/SESSION`; throws 404 if a part has other than letters, digits, `-` and `_`, or is long, or if the
    /// session's name is easy to guess.
    private static func name(_ context: some RequestContext) throws -> String {
        let parts = try ["key", "server", "session"].map { try context.parameters.require($0) }
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.count <= 64
                && part.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_".utf8.contains(byte)
                }
        }
        guard isPlain, parts[2].utf8.count >= shortestName else { throw HTTPError(.notFound) }
        return parts.joined(separator: "/")
    }

    /// An answer that says when to come again.
    private static func refusal(_ status: HTTPResponse.Status, _ text: String, seconds: Int) -> Response {
        var answer = answer(status, text)
        answer.headers[.retryAfter] = "\(seconds)"
        return answer
    }

    private static func answer(_ status: HTTPResponse.Status, _ text: String) -> Response {
        answer(status, type: "text/plain; charset=UTF-8", ByteBuffer(string: text))
    }

    /// An answer that scripts of any page may read, as any page may open a WebSocket; it never depends on a cookie.
    private static func answer(_ status: HTTPResponse.Status, type: String, _ body: ByteBuffer) -> Response {
        var headers: HTTPFields = [.contentType: type, .cacheControl: "no-store, no-transform"]
        if let field = HTTPField.Name("Access-Control-Allow-Origin") { headers[field] = "*" }
        if let field = HTTPField.Name("X-Accel-Buffering") { headers[field] = "no" }
        return Response(status: status, headers: headers, body: .init(byteBuffer: body))
    }
}
