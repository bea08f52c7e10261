import ArgumentParser

/// Whether a command publishes its readings.
struct PublishingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Publish the readings live under this code: whoever opens /live/#CODE on the server sees them.",
            valueName: "code"
        )
    )
    var publish: String?
    @OptionGroup(title: "Channels") var server: ChannelsServerOptions

    func validate() throws {
        guard let publish else { return }
        let isCode = publish.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        guard isCode, (10...40).contains(publish.utf8.count) else {
            throw ValidationError("--publish takes a code of 10 to 40 small letters and digits.")
        }
    }

    /// A connected publisher of readings; nil if none is requested.
    func broadcast() async throws -> ReadingBroadcast? {
        guard let publish else { return nil }
        return try await ReadingBroadcast(client: try await server.client(), code: publish)
    }
}
