import ArgumentParser
import ChannelClient
import Foundation
import PusherProtocol

/// `sightline channels listen`: a channel's events as they arrive.
struct ChannelsListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Print a channel's events as they come.",
        discussion: """
            A line an event; with --json one JSON object a line. On a presence channel those who come and go are told \
            as \
            pusher:member_added and pusher:member_removed. The connection is kept up until the command is stopped.
            """
    )

    @Argument(help: "The channel.") var channel: String
    @OptionGroup var server: ChannelsServerOptions
    @Option(help: "Stop after this many events.") var count: Int?
    @Option(help: "Stop after this many seconds.") var seconds: Double?
    @Option(help: "Only events of this name.") var event: String?
    @Option(help: "Only events whose tags match, as JSON: {\"key\":\"hall\",\"cmp\":\"eq\",\"val\":\"2\"}.")
    var filter: String?
    @Flag(help: "Ask for the difference to the event before where that is shorter.") var deltas = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
        if let seconds, !(seconds > 0) { throw ValidationError("--seconds must be above 0.") }
        _ = try deliveryOptions()
    }

    private func deliveryOptions() throws -> DeliveryOptions {
        var options = DeliveryOptions(takesDeltas: deltas)
        guard let filter else { return options }
        do {
            options.filter = try TagFilter(json: try JSONText(parsing: Array(filter.utf8)))
        } catch ProtocolError.invalidFilter(let reason) {
            throw ValidationError("--filter: \(reason)")
        } catch {
            throw ValidationError("--filter is not JSON.")
        }
        return options
    }

    func run() async throws {
        let name = try server.checked(channel)
        let client = try await server.client()
        defer { client.disconnect() }
        let lines = ChannelLine.lines(of: client, on: name)
        client.connect()
        client.subscribe(to: name, options: try deliveryOptions())
        let alarm = Task {
            guard let seconds else { return }
            try await Task.sleep(for: .seconds(seconds))
            client.disconnect()
        }
        defer { alarm.cancel() }
        var received = 0
        for try await line in lines where event == nil || line.event == event {
            try output.report(line) { line.text }
            fflush(nil)
            received += 1
            if received == count { return }
        }
    }
}
