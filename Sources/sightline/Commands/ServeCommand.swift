import ArgumentParser
import ChannelServer
import Foundation
import StudioServer

/// `sightline serve`: the studio on one port.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the studio: its pages, its recordings and its engine for the browser.",
        discussion: """
            Stops in good order at the first interrupt (ctrl-C) or termination signal. A phone's browser gives camera and motion \
            sensors only to pages that it got over HTTPS or from its own machine.
            """
    )

    @Option(help: "The port to listen on; 0 lets the system choose.")
    var port = 8080

    @Option(help: "The address to listen on; 0.0.0.0 for every network of this machine.")
    var host = "127.0.0.1"

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Recordings, or folders that hold recordings.", valueName: "path"),
        completion: .directory
    )
    var recordings: [String] = []

    @Option(
        help: "The folder of the pages; found by itself where the program lies in its usual place.",
        completion: .directory
    )
    var pages: String?

    @Option(
        help:
            "The folder of what the studio keeps: database, owner's token, uploads. (default: ~/.local/share/sightline)",
        completion: .directory
    )
    var data: String?

    @Option(
        help: ArgumentHelp(
            "Share the channels with other studios over this Redis server.",
            valueName: "redis://host:port"
        ),
        transform: { text in
            guard let address = RedisAddress(text) else {
                throw ValidationError("--redis takes redis://[user:password@]HOST[:PORT][/NUMBER].")
            }
            return address
        }
    )
    var redis: RedisAddress?

    @OptionGroup
    var call: CallOptions
    @OptionGroup var beacons: ServeBeaconOptions

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port must be between 0 and 65535.") }
    }

    func run() async throws {
        var configuration = StudioConfiguration(
            host: host,
            port: port,
            pages: try pagesFolder(),
            recordings: recordings.map { URL(filePath: $0) },
            data: data.map { URL(filePath: $0) } ?? DataFolder.usual
        )
        configuration.redis = redis
        configuration.relay = try call.relay
        configuration.opensRooms = !call.ownersRooms
        configuration.beacons = try beacons.configuration()
        let studio = try Studio(configuration: configuration)
        let application = studio.application { port in announce(port: port, newOwnerToken: studio.newOwnerToken) }
        try await application.runService()
    }

    /// The folder of the pages: as given, else where it usually is.
    private func pagesFolder() throws -> URL {
        if let pages { return URL(filePath: pages) }
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let here = URL(filePath: FileManager.default.currentDirectoryPath)
        guard let found = PageFiles.locate(program: program, workingDirectory: here) else {
            throw ValidationError("The studio's pages were not found; give their folder with --pages.")
        }
        return found
    }
}
