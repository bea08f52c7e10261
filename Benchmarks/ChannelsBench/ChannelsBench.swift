import ArgumentParser

@main
struct ChannelsBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ChannelsBench",
        abstract: "Serve channels alone, and put load on a server of channels.",
        subcommands: [ServeCommand.self, LoadCommand.self]
    )
}
