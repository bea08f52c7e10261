import HTTPTypes
import Hummingbird
import NIOCore
import PusherProtocol

/// The routes of the console's page.
struct ConsoleRoutes: Sendable {
    let hub: Hub
    let console: Console

    /// Adds the routes under `/api/console`.
    func add<Context: RequestContext>(
        to router: Router<Context>,
        admit: @escaping @Sendable (Request) throws -> Void
    ) {
        let console = console
        console.feed.start()
        let group = router.group("api/console").add(middleware: ConsoleGuard(admit: admit))
        group.get("state") { _, _ in Self.json(try await console.state()) }
        group.get("applications/:id/channels/:channel") { _, context in
            let application = try self.application(context.parameters.require("id"))
            let name = QueryText.path(try context.parameters.require("channel"))
            return Self.json(try await HTTPInterface(hub: self.hub).users(name, application))
        }
        group.get("applications/:id/connections") { _, context in
            Self.json(await console.connections(of: try self.application(context.parameters.require("id"))))
        }
        group.get("applications/:id/secret") { _, context in
            let application = try self.application(context.parameters.require("id"))
            return Self.json(JSONText(string: application.credentials.secret))
        }
        group.post("applications/:id/events") { request, context in
            try await self.createEvent(request, try self.application(context.parameters.require("id")))
        }
        group.post("auth") { request, _ in try await self.authorizeConsole(request, console.feed) }
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
        feed.watch()
        let auth = feed.application.credentials.authorization(socketID: socket, channel: ConsoleFeed.channel)
        var writer = JSONWriter()
        writer.raw("{\"auth\":")
        writer.string(auth)
        writer.raw("}")
        return Self.json(writer.text)
    }
}

/// Refuses requests that may not see the console.
private struct ConsoleGuard<Context: RequestContext>: RouterMiddleware {
    let admit: @Sendable (Request) throws -> Void

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try admit(request)
        return try await next(request, context)
    }
}
