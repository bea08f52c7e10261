import HTTPTypes
import Hummingbird
import NIOCore
import PusherProtocol

extension ChannelHost {
    /// Adds what the console's page asks for, under `/console/api`; every request must bear the token.
    ///
    /// The page's files are the application's to serve. Returns nothing to those without the token, whatever they ask.
    public func addConsoleRoutes<Context: RequestContext>(to router: Router<Context>, token: String) {
        let feed = ConsoleFeed(hub: hub)
        feed.start()
        let guarded = ConsoleGuard(token: token)
        router.get("/console/api/state") { request, _ in
            try guarded.check(request)
            return Self.json(try await self.consoleState(feed))
        }
        router.get("/console/api/applications/:id/channels/:channel") { request, context in
            try guarded.check(request)
            let application = try self.application(context.parameters.require("id"))
            let name = Self.unescaped(try context.parameters.require("channel"))
            return Self.json(try await self.users(name, application))
        }
        router.get("/console/api/applications/:id/secret") { request, context in
            try guarded.check(request)
            let application = try self.application(context.parameters.require("id"))
            return Self.json(JSONText(string: application.credentials.secret))
        }
        router.post("/console/api/applications/:id/events") { request, context in
            try guarded.check(request)
            let application = try self.application(context.parameters.require("id"))
            return try await self.createEvent(request, application)
        }
        router.post("/console/api/auth") { request, _ in
            try guarded.check(request)
            return try await self.authorizeConsole(request, feed)
        }
    }

    private func application(_ id: String) throws -> ChannelApplication {
        guard let application = hub.applications.application(id: id) else { throw HTTPError(.notFound) }
        return application
    }

    private static func json(_ text: JSONText) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: text.bytes))
        )
    }

    private func createEvent(_ request: Request, _ application: ChannelApplication) async throws -> Response {
        let body = Array(try await request.body.collect(upTo: 1 << 17).readableBytesView)
        do {
            hub.publish(try EventRequest(body: body, limits: application.limits), of: application)
            return Self.json(.emptyObject)
        } catch ProtocolError.refusedRequest(let status, let reason) {
            return Response(status: .init(code: status), body: .init(byteBuffer: ByteBuffer(string: reason)))
        }
    }

    private func authorizeConsole(_ request: Request, _ feed: ConsoleFeed) async throws -> Response {
        let form = QueryText.parameters(String(buffer: try await request.body.collect(upTo: 1024)))
        let socket = form.first { $0.name == "socket_id" }.flatMap { try? SocketID($0.value) }
        guard let socket else { throw HTTPError(.badRequest) }
        let auth = feed.application.credentials.authorization(socketID: socket, channel: ConsoleFeed.channel)
        var writer = JSONWriter()
        writer.raw("{\"auth\":")
        writer.string(auth)
        writer.raw("}")
        return Self.json(writer.text)
    }

    private func consoleState(_ feed: ConsoleFeed) async throws -> JSONText {
        var parts: [JSONText] = []
        for application in hub.applications.all where application.id != feed.application.id {
            let channels = try await hub.bus.channels(prefix: "", of: application.id, on: hub.anyLoop).get()
            parts.append(Self.described(application, hub.connections(of: application.id), channels))
        }
        var writer = JSONWriter()
        writer.raw("{\"key\":")
        writer.string(feed.application.credentials.key)
        writer.raw(",\"prefix\":")
        writer.string(configuration.pathPrefix)
        writer.raw(",\"applications\":[")
        writer.list(parts) { $0.value($1) }
        writer.raw("]}")
        return writer.text
    }

    private static func described(
        _ application: ChannelApplication,
        _ connections: Int,
        _ channels: [ChannelSummary]
    )
        -> JSONText
    {
        var writer = JSONWriter()
        writer.raw("{\"id\":")
        writer.string(application.id)
        writer.raw(",\"name\":")
        writer.string(application.name)
        writer.raw(",\"key\":")
        writer.string(application.credentials.key)
        writer.raw(",\"connections\":")
        writer.integer(connections)
        writer.raw(",\"channels\":[")
        writer.list(channels.sorted { $0.name < $1.name }.prefix(1000)) { writer, channel in
            writer.raw("{\"name\":")
            writer.string(channel.name)
            writer.raw(",\"subscriptions\":")
            writer.integer(channel.subscriptionCount)
            writer.raw(",\"users\":")
            writer.integer(channel.userCount)
            writer.raw("}")
        }
        writer.raw("]}")
        return writer.text
    }
}

/// Lets those in who bear the token; compares in constant time.
struct ConsoleGuard: Sendable {
    let token: String

    func check(_ request: Request) throws {
        let given = Array((request.headers[.authorization] ?? "").utf8)
        let right = Array("Bearer \(token)".utf8)
        let difference = zip(given, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        guard given.count == right.count, difference == 0, !token.isEmpty else { throw HTTPError(.unauthorized) }
    }
}
