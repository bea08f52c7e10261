import Hummingbird
import NIOCore
import PusherProtocol

extension ChannelHost {
    private var loop: any EventLoop { hub.anyLoop }

    /// The answer to one event: `{}`, or its channels with what was asked of them.
    func attributes(of event: EventRequest, _ application: ChannelApplication) async -> JSONText {
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
    func attributes(of batch: BatchRequest, _ application: ChannelApplication) async -> JSONText {
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
    func listing(_ query: Parameters, _ application: ChannelApplication) async throws -> JSONText {
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
    func single(_ name: String, _ query: Parameters, _ application: ChannelApplication) async throws -> JSONText {
        let channel = try checked(name, application)
        let info = ChannelAttributes(query["info"].map(String.init) ?? "")
        if let missing = info.unavailable(for: channel.kind) {
            throw ProtocolError.refusedRequest(status: 400, reason: "\(missing) is not available for this channel")
        }
        let summary = try await hub.bus.channel(name, of: application.id, on: loop).get()
        var writer = JSONWriter()
        writer.raw("{\"occupied\":")
        writer.raw(summary.subscriptionCount > 0 ? "true" : "false")
        let told = members(info, summary, channel.kind)
        if !told.bytes.isEmpty {
            writer.raw(",")
            writer.value(told)
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
