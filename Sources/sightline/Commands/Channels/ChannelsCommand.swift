import ArgumentParser

/// `sightline channels`: a client of the studio's channels, or of any Pusher-compatible server.
struct ChannelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels",
        abstract: "Listen to a channel of a studio or any Pusher-compatible server, or publish to one.",
        subcommands: [ChannelsListenCommand.self, ChannelsTriggerCommand.self]
    )
}
