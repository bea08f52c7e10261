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
            Stops in good order at the first interrupt (ctrl-C) or termination signal. A phone's browser gives camera \
            and motion \
            sensors only to pages that it got over HTTPS or from its own machine: --tls serves them to phones on the \
            same \
            network, with a certificate made at the first use. See docs/server/serve.md.
            """
    )

    @Option(help: "The port to listen on; 0 lets the system choose.")
    var port = 8080

    @Option(
        help: """
            The address to listen on; 0.0.0.0 for every network of this machine. (default: 0.0.0.0 with --tls, else \
            127.0.0.1)
            """
    )
    var host: String?

    @Option(
        help: ArgumentHelp(
            "A further name by which browsers reach the studio, such as a proxy's; may be repeated.",
            valueName: "name"
        )
    )
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "A page elsewhere whose scripts may join the studio's channels, as scheme://host[:port]; may be repeated.",
            valueName: "origin"
        ),
        transform: { try WebOrigin(argument: $0, of: "--allow-origin", example: "https://app.example.org") }
    )
    var allowOrigin: [WebOrigin] = []

    @Flag(help: "Encrypt, so that phones get camera and sensors; this machine itself may do without on the same port.")
    var tls = false

    @Option(
        help: "A certificate chain of your own for --tls, PEM; without it the studio makes one and keeps it.",
        completion: .file(extensions: ["pem", "crt"])
    )
    var certificate: String?

    @Option(help: "The certificate's private key, PEM.", completion: .file(extensions: ["pem", "key"]))
    var key: String?

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

    @Flag(
        help: "The engine for the browser is still being built: pages wait for it and say so."
    )
    var awaitEngine = false

    @Option(
        help:
            "The studio's folder: database, owner's token, uploads. (default: ~/.local/share/sightline)",
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
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together.")
        }
    }

    func run() async throws {
        var configuration = StudioConfiguration(
            host: listeningHost,
            port: port,
            pages: try pagesFolder(),
            recordings: recordings.map { URL(filePath: $0) },
            data: data.map { URL(filePath: $0) } ?? DataFolder.usual,
            transport: transport
        )
        configuration.awaitsEngine = awaitEngine
        configuration.redis = redis
        configuration.allowedHosts = allowHost
        configuration.allowedOrigins = allowOrigin
        configuration.relay = try call.relay
        let isLocal = listeningHost == "localhost" || MachineAddress(listeningHost)?.isLoopback == true
        configuration.roomOpening = call.roomOpening(isLocal: isLocal)
        configuration.beacons = try beacons.configuration()
        let studio = try Studio(configuration: configuration)
        let application = studio.application { port in announce(port: port, newOwnerToken: studio.newOwnerToken) }
        try await application.runService()
    }

    /// The listening address: as given, else all interfaces if the port is encrypted.
    var listeningHost: String { host ?? (transport.isSecure ? "0.0.0.0" : "127.0.0.1") }

    /// Whether the port is encrypted, and its certificate.
    var transport: StudioTransport {
        if let certificate, let key { return .certificate(file: certificate, key: key) }
        return tls ? .ownCertificate : .plain
    }

    /// The folder of the pages: as given, else its usual place.
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

extension ServeCommand {
    /// Prints on standard error the studio's addresses and contents.
    func announce(port: Int, newOwnerToken: String?) {
        let isEverywhere = listeningHost == "0.0.0.0" || listeningHost == "::"
        let shown = isEverywhere ? "localhost" : listeningHost
        var lines = ["Sightline studio: \(transport.isSecure ? "https" : "http")://\(shown):\(port)/"]
        lines += invitation(port: port)
        if recordings.isEmpty {
            lines.append("No recording was given: drop one into the page, or name a folder with --recordings PATH.")
        }
        if let newOwnerToken {
            lines.append("The owner's token, made just now and kept in the data folder: \(newOwnerToken)")
        }
        lines.append("Stop with ctrl-C.")
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }

    /// The studio's address for a phone, with a QR code if a terminal shows it.
    private func invitation(port: Int) -> [String] {
        guard transport.isSecure else {
            return ["A phone gets camera and sensors only over HTTPS: start with --tls, or see docs/server/serve.md."]
        }
        let address = Invitation.address(host: listeningHost, port: port, isSecure: true, names: .current())
        guard let address else { return ["No phone finds it: it listens on this machine alone."] }
        let plain = "This machine may also use http://localhost:\(port)/"
        let phone = "On a phone: \(address) (it warns once; accept, or install \(address)certificate.crt)"
        guard Terminal.standardError.isInteractive, let code = QRCode(address) else { return [plain, phone] }
        return [plain, phone] + code.terminalLines
    }
}

extension WebOrigin {
    /// The origin that an option's argument names.
    ///
    /// - Throws: `ValidationError` with an example if it names none.
    init(argument: String, of option: String, example: String) throws {
        guard let origin = WebOrigin(argument) else {
            throw ValidationError("\(option) takes scheme://host[:port], such as \(example).")
        }
        self = origin
    }
}
