import HTTPTypes
import Hummingbird
import NIOCore
import PusherProtocol

extension ChannelHost {
    /// Adds the HTTP interface of the protocol.
    public func addRoutes<Context: RequestContext>(to router: Router<Context>) {
        router.post("/apps/:application/events") { request, context in
            try await self.answer(request, context) { application, body in
                let event = try EventRequest(body: body, limits: application.limits)
                self.hub.publish(event, of: application)
                return await self.attributes(of: event, application)
            }
        }
        router.post("/apps/:application/batch_events") { request, context in
            try await self.answer(request, context) { application, body in
                let batch = try BatchRequest(body: body, limits: application.limits)
                for event in batch.events { self.hub.publish(event, of: application) }
                return await self.attributes(of: batch, application)
            }
        }
        router.get("/apps/:application/channels") { request, context in
            try await self.answer(request, context) { application, _ in
                try await self.listing(request.uri.queryParameters, application)
            }
        }
        router.get("/apps/:application/channels/:channel") { request, context in
            let name = try context.parameters.require("channel")
            return try await self.answer(request, context) { application, _ in
                try await self.single(Self.unescaped(name), request.uri.queryParameters, application)
            }
        }
        router.get("/apps/:application/channels/:channel/users") { request, context in
            let name = try context.parameters.require("channel")
            return try await self.answer(request, context) { application, _ in
                try await self.users(Self.unescaped(name), application)
            }
        }
        addUserRoutes(to: router)
    }

    private func addUserRoutes<Context: RequestContext>(to router: Router<Context>) {
        // A widespread client library leaves the application out of this path; the key names it too.
        for path in ["/apps/:application/users/:user/terminate_connections", "/users/:user/terminate_connections"] {
            router.post(RouterPath(path)) { request, context in
                let user = try context.parameters.require("user")
                return try await self.answer(request, context) { application, _ in
                    let notice = BusNotice(kind: .terminate, application: application.id, user: Self.unescaped(user))
                    self.hub.bus.announce(notice)
                    return .emptyObject
                }
            }
        }
    }

    /// Adds what those ask who look after a server: `/health`, `/ready` and `/metrics`.
    ///
    /// `metrics` gives further numbers for `/metrics`, in Prometheus' text format.
    public func addOperationRoutes<Context: RequestContext>(
        to router: Router<Context>,
        metrics: @escaping @Sendable () -> String = { "" }
    ) {
        router.get("/health") { _, _ in Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: "ok\n"))) }
        router.get("/ready") { _, _ in
            let text = self.isReady ? "ready\n" : "not ready\n"
            let status: HTTPResponse.Status = self.isReady ? .ok : .serviceUnavailable
            return Response(status: status, body: .init(byteBuffer: ByteBuffer(string: text)))
        }
        router.get("/metrics") { _, _ in
            let text = self.hub.counters.prometheus(deliveries: await self.hub.deliveries()) + metrics()
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4"],
                body: .init(byteBuffer: ByteBuffer(string: text))
            )
        }
    }

    /// Checks a request's signature, carries it out, and answers with JSON or with the status of what is wrong.
    private func answer<Context: RequestContext>(
        _ request: Request,
        _ context: Context,
        _ work: (ChannelApplication, [UInt8]) async throws -> JSONText
    ) async throws -> Response {
        hub.counters.requests.add()
        do {
            let (application, body) = try await verified(request, context)
            let json = try await work(application, body)
            return Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(bytes: json.bytes))
            )
        } catch ProtocolError.refusedRequest(let status, let reason) {
            hub.counters.requestsRefused.add()
            return Response(status: .init(code: status), body: .init(byteBuffer: ByteBuffer(string: reason + "\n")))
        }
    }

    private func verified<Context: RequestContext>(
        _ request: Request,
        _ context: Context
    ) async throws
        -> (ChannelApplication, [UInt8])
    {
        let query = QueryText.parameters(request.uri.query ?? "")
        let named = context.parameters.get("application").map { hub.applications.application(id: $0) }
        let keyed = query.first { $0.name == "auth_key" }.map { hub.applications.application(key: $0.value) }
        guard let application = (named ?? keyed).flatMap({ $0 }) else {
            throw ProtocolError.refusedRequest(status: 404, reason: "unknown application")
        }
        let limits = application.limits
        // Escapes may make data six times as long as it is.
        let longest = (limits.eventData * 6 + 1024) * limits.eventsPerBatch + limits.channelsPerTrigger * 200
        guard let buffer = try? await request.body.collect(upTo: longest) else {
            throw ProtocolError.refusedRequest(status: 413, reason: "the body is longer than \(longest) bytes")
        }
        let body = Array(buffer.readableBytesView)
        try verify(request, query, body, application)
        guard application.options.isEnabled else {
            throw ProtocolError.refusedRequest(status: 403, reason: "the application is disabled")
        }
        return (application, body)
    }

    private func verify(
        _ request: Request,
        _ query: [(name: String, value: String)],
        _ body: [UInt8],
        _ application: ChannelApplication
    ) throws {
        func check(_ path: String) throws {
            let signed = SignedRequest(method: request.method.rawValue, path: path, parameters: query)
            try signed.verify(
                application.credentials,
                body: body,
                nowSeconds: Clock.wallMilliseconds / 1000,
                skew: application.limits.clockSkewSeconds
            )
        }
        do {
            try check(request.uri.path)
        } catch {
            // Some libraries sign the path before they escape it.
            let plain = Self.unescaped(request.uri.path)
            guard plain != request.uri.path else { throw error }
            try check(plain)
        }
    }

    static func unescaped(_ text: String) -> String { QueryText.unescaped(Substring(text), plusIsSpace: false) }
}
