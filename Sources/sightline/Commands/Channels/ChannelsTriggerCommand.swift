import ArgumentParser
import ChannelClient
import Foundation
import PusherProtocol

/// `sightline channels trigger`: one event, as the application over HTTP or as a client.
struct ChannelsTriggerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trigger",
        abstract: "Publish one event.",
        discussion: """
            With --app-id and --secret the application publishes over the HTTP interface, on any channels. Without, a \
            client \
            event is sent: its name begins with client-, its channel with private- or presence-.
            """
    )

    @Argument(help: "The channel.") var channel: String
    @Argument(help: "The event's name.") var event: String
    @Argument(help: "The data: JSON, or any text.") var data: String
    @OptionGroup var server: ChannelsServerOptions
    @Option(help: "The application's number.") var appID: String?
    @Option(help: "A tag for the filters of subscriptions, NAME=VALUE; with --app-id, may be repeated.")
    var tag: [String] = []
    @Option(help: "What the event is the state of, for deltas; with --app-id.") var conflationKey: String?
    @OptionGroup var output: OutputOptions

    /// The result of the command.
    struct Report: Encodable {
        let published: Bool
        let channel: String
        let event: String
    }

    func validate() throws {
        _ = try extras()
        if appID != nil {
            guard server.secret != nil else { throw ValidationError("--app-id needs --secret.") }
        } else if !tag.isEmpty || conflationKey != nil {
            throw ValidationError("--tag and --conflation-key need --app-id: events of clients have none.")
        } else if !event.hasPrefix("client-") {
            throw ValidationError(
                "A client's event is called client-…; the application's own needs --app-id and --secret."
            )
        }
    }

    private func extras() throws -> EventExtras {
        var extras = EventExtras(conflationKey: conflationKey)
        for text in tag {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ValidationError("--tag must be NAME=VALUE: \(text)")
            }
            extras.tags[String(parts[0])] = String(parts[1])
        }
        return extras
    }

    func run() async throws {
        let name = try server.checked(channel)
        if let appID, let secret = server.secret {
            try await publish(name, as: appID, secret)
        } else {
            try await send(name)
        }
        try output.report(Report(published: true, channel: channel, event: event)) {
            "Published \(event) on \(channel)."
        }
    }

    private func publish(_ name: ChannelName, as appID: String, _ secret: String) async throws {
        let publisher = EventPublisher(
            applicationID: appID,
            credentials: Credentials(key: try await server.applicationKey(), secret: secret),
            host: server.server.host,
            port: server.server.port,
            isTLS: server.server.isTLS
        )
        do {
            try await publisher.publish(event, to: [name], data: data, extras: try extras())
        } catch {
            throw WorkFailure(message: "the server refused it: \(error)")
        }
    }

    private func send(_ name: ChannelName) async throws {
        let client = try await server.client()
        defer { client.disconnect() }
        client.connect()
        client.subscribe(to: name)
        do {
            try await client.subscribed(to: name, within: .seconds(15))
            let json = (try? JSONText(parsing: Array(data.utf8))) ?? JSONText(string: data)
            try await client.trigger(event, on: name, data: json)
        } catch {
            throw WorkFailure(message: "cannot publish on \(channel): \(error)")
        }
    }
}
