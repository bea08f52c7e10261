import NIOCore
import PusherProtocol

/// What a server answers its console.
struct Console: Sendable {
    let host: ChannelHost
    let feed: ConsoleFeed
    /// No list is longer.
    private static let mostListed = 1_000

    init(host: ChannelHost) {
        self.host = host
        feed = ConsoleFeed(hub: host.hub)
    }

    private var hub: Hub { host.hub }

    /// `{"key":…,"prefix":…,"applications":[…],"webhooks":[…]}`.
    func state() async throws -> JSONText {
        var parts: [JSONText] = []
        for application in hub.applications.all where application.id != feed.application.id {
            let channels = try await hub.bus.channels(prefix: "", of: application.id, on: hub.shards.anyLoop).get()
            parts.append(described(application, channels))
        }
        var writer = JSONWriter()
        writer.raw("{\"key\":")
        writer.string(feed.application.credentials.key)
        writer.raw(",\"prefix\":")
        writer.string(host.configuration.pathPrefix)
        writer.raw(",\"applications\":[")
        writer.list(parts) { $0.value($1) }
        writer.raw("],\"webhooks\":[")
        writer.list(feed.webhookLog) { $0.value($1) }
        writer.raw("]}")
        return writer.text
    }

    private func described(_ application: ChannelApplication, _ channels: [ChannelSummary]) -> JSONText {
        var writer = JSONWriter()
        writer.raw("{\"id\":")
        writer.string(application.id)
        writer.raw(",\"name\":")
        writer.string(application.name)
        writer.raw(",\"key\":")
        writer.string(application.credentials.key)
        writer.raw(",\"connections\":")
        writer.integer(hub.use.connections(of: application.id))
        writer.raw(",\"webhookTargets\":[")
        writer.list(application.webhooks) { $0.string($1.url) }
        writer.raw("],\"channels\":[")
        writer.list(channels.sorted { $0.name < $1.name }.prefix(Self.mostListed)) { writer, channel in
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

    /// `[{"socket":…,"seconds":…,"user":…,"channels":[…],"bytes":…}]`: this process's connections, the newest first.
    func connections(of application: ChannelApplication) async -> JSONText {
        var found: [ConnectionSummary] = []
        for bound in hub.shards.all {
            let here = try? await bound.loop.submit {
                bound.shard.subscribers.values.lazy.filter { $0.state.application.id == application.id }
                    .prefix(Self.mostListed).map { ConnectionSummary($0) }
            }.get()
            found += here ?? []
        }
        let now = Clock.milliseconds
        var writer = JSONWriter()
        writer.raw("[")
        writer.list(found.sorted { $0.openedAt > $1.openedAt }.prefix(Self.mostListed)) {
            $1.write(to: &$0, milliseconds: now)
        }
        writer.raw("]")
        return writer.text
    }
}
