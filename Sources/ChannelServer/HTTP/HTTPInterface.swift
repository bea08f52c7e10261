import HTTPTypes
import Hummingbird
import NIOCore
import PusherProtocol

/// The HTTP interface of the protocol, and the operators' routes.
struct HTTPInterface: Sendable {
    let hub: Hub

    /// Adds the HTTP interface of the protocol.
    func addRoutes<Context: RequestContext>(to router: Router<Context>) {
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
                try await self.single(QueryText.path(name), request.uri.queryParameters, application)
            }
        }
        router.get("/apps/:application/channels/:channel/users") { request, context in
            let name = try context.parameters.require("channel")
            return try await self.answer(request, context) { application, _ in
                try await self.users(QueryText.path(name), application)
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
                    let notice = BusNotice(kind: .terminate, application: application.id, user: QueryText.path(user))
                    self.hub.bus.announce(notice)
                    return .emptyObject
                }
            }
        }
    }

    /// Adds `/health`, `/ready` and `/metrics`.
    func addOperationRoutes<Context: RequestContext>(
        to router: Router<Context>,
        isReady: @escaping @Sendable () -> Bool,
        metrics: @escaping @Sendable () -> String
    ) {
        router.get("/health") { _, _ in Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: "ok\n"))) }
        router.get("/ready") { _, _ in
            let isReady = isReady()
            let text = isReady ? "ready\n" : "not ready\n"
            let status: HTTPResponse.Status = isReady ? .ok : .serviceUnavailable
            return Response(status: status, body: .init(byteBuffer: ByteBuffer(string: text)))
        }
        router.get("/metrics") { _, _ in
            let text = self.hub.counters.prometheus(await self.hub.shards.counts()) + metrics()
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
            if status == 429 { hub.counters.requestsLimited.add() }
            let headers: HTTPFields = status == 429 ? [.retryAfter: "1"] : [:]
            return Response(
                status: .init(code: status),
                headers: headers,
                body: .init(byteBuffer: ByteBuffer(string: reason + "\n"))
            )
        }
    }

    private func verified<Context: RequestContext>(
        _ request: Request,
        _ context: Context
    ) async throws
        -> (ChannelApplication, [UInt8])
    {
        // The first Host is the authority; another stays among the fields.
        guard request.head.authority?.isEmpty == false, Self.hostField.map(request.headers.contains) != true else {
            throw ProtocolError.refusedRequest(status: 400, reason: "a request has one Host")
        }
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
        guard hub.use.admitRequest(to: application) else {
            throw ProtocolError.refusedRequest(
                status: 429,
                reason: "more than \(limits.requestsPerSecond) requests per second"
            )
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
            let plain = QueryText.path(request.uri.path)
            guard plain != request.uri.path else { throw error }
            try check(plain)
        }
    }

    private static let hostField = HTTPField.Name("Host")
}

extension HTTPInterface {
    private var loop: any EventLoop { hub.shards.anyLoop }

    /// The answer to one event: `{}`, or its channels with what was asked of them.
    private func attributes(of event: EventRequest, _ application: ChannelApplication) async -> JSONText {
        guard !event.info.isEmpty else { return .emptyObject }
        var writer = JSONWriter()
        writer.raw("{\"channels\":{")
        var items: [(String, JSONText)] = []
        for channel in event.channels {
            items.append((channel.text, await attributes(event.info, of: channel, application)))
        }
        writer.list(items) { writer, item in
            writer.string(item.0)
            writer.raw(":")
            writer.value(item.1)
        }
        writer.raw("}}")
        return writer.text
    }

    /// The answer to a batch: `{}`, or what was asked of each event's channel in the batch's order.
    private func attributes(of batch: BatchRequest, _ application: ChannelApplication) async -> JSONText {
        guard batch.events.contains(where: { !$0.info.isEmpty }) else { return .emptyObject }
        var items: [JSONText] = []
        for event in batch.events { items.append(await attributes(event.info, of: event.channels[0], application)) }
        var writer = JSONWriter()
        writer.raw("{\"batch\":[")
        writer.list(items) { $0.value($1) }
        writer.raw("]}")
        return writer.text
    }

    /// What is asked of a channel as far as its kind has it; a trigger may also ask a presence channel's subscriptions.
    private func attributes(
        _ info: ChannelAttributes,
        of channel: ChannelName,
        _ application: ChannelApplication
    ) async
        -> JSONText
    {
        let known = try? await hub.bus.channel(channel.text, of: application.id, on: loop).get()
        var writer = JSONWriter()
        writer.raw("{")
        writer.value(members(info, known, channel.kind, countsPresence: true))
        writer.raw("}")
        return writer.text
    }

    private func members(
        _ info: ChannelAttributes,
        _ summary: ChannelSummary?,
        _ kind: ChannelKind,
        countsPresence: Bool = false
    ) -> JSONText {
        var pairs: [(String, Int)] = []
        if info.contains(.userCount), kind.access == .presence { pairs.append(("user_count", summary?.userCount ?? 0)) }
        if info.contains(.subscriptionCount), countsPresence || kind.access != .presence {
            pairs.append(("subscription_count", summary?.subscriptionCount ?? 0))
        }
        var writer = JSONWriter()
        writer.list(pairs) { writer, pair in
            writer.string(pair.0)
            writer.raw(":")
            writer.integer(pair.1)
        }
        return writer.text
    }

    /// The occupied channels.
    private func listing(_ query: Parameters, _ application: ChannelApplication) async throws -> JSONText {
        let prefix = query["filter_by_prefix"].map(String.init) ?? ""
        let info = ChannelAttributes(query["info"].map(String.init) ?? "")
        guard !info.contains(.userCount) || prefix.hasPrefix("presence-") else {
            throw ProtocolError.refusedRequest(status: 400, reason: "user_count needs filter_by_prefix=presence-")
        }
        let found = try await hub.bus.channels(prefix: prefix, of: application.id, on: loop).get()
        var writer = JSONWriter()
        writer.raw("{\"channels\":{")
        writer.list(found.sorted { $0.name < $1.name }) { writer, summary in
            writer.string(summary.name)
            writer.raw(":{")
            writer.value(members(info, summary, ChannelKind(name: summary.name)))
            writer.raw("}")
        }
        writer.raw("}}")
        return writer.text
    }

    /// One channel.
    private func single(_ name: String, _ query: Parameters, _ application: ChannelApplication) async throws -> JSONText
    {
        let channel = try checked(name, application)
        let info = ChannelAttributes(query["info"].map(String.init) ?? "")
        if let missing = info.unavailable(for: channel.kind) {
            throw ProtocolError.refusedRequest(status: 400, reason: "\(missing) is not available for this channel")
        }
        let summary = try await hub.bus.channel(name, of: application.id, on: loop).get()
        var writer = JSONWriter()
        writer.raw("{\"occupied\":")
        writer.raw(summary.subscriptionCount > 0 ? "true" : "false")
        let counts = members(info, summary, channel.kind)
        if !counts.bytes.isEmpty {
            writer.raw(",")
            writer.value(counts)
        }
        if info.contains(.cache) {
            writer.raw(",\"cache\":")
            try await writer.value(cache(name, application))
        }
        writer.raw("}")
        return writer.text
    }

    private func cache(_ name: String, _ application: ChannelApplication) async throws -> JSONText {
        guard let event = try await hub.bus.cached(name, of: application.id, on: loop).get() else { return .null }
        var writer = JSONWriter()
        writer.raw("{\"data\":")
        writer.value(event.message.data ?? .null)
        writer.raw(",\"ttl\":")
        writer.integer(event.secondsLeft)
        writer.raw("}")
        return writer.text
    }

    /// Who is on a presence channel.
    func users(_ name: String, _ application: ChannelApplication) async throws -> JSONText {
        guard try checked(name, application).kind.access == .presence else {
            throw ProtocolError.refusedRequest(status: 400, reason: "only presence channels have users")
        }
        let members = try await hub.bus.members(name, of: application.id, on: loop).get()
        var writer = JSONWriter()
        writer.raw("{\"users\":[")
        writer.list(members) { writer, member in
            writer.raw("{\"id\":")
            writer.string(member.userID)
            writer.raw("}")
        }
        writer.raw("]}")
        return writer.text
    }

    private func checked(_ name: String, _ application: ChannelApplication) throws -> ChannelName {
        let limit = application.limits.channelName
        guard let channel = try? ChannelName(name, limit: limit) else {
            throw ProtocolError.refusedRequest(status: 400, reason: "not a channel name")
        }
        return channel
    }
}
