import ChannelServer
import Foundation

/// The configuration of the studio's server.
package struct StudioConfiguration: Sendable {
    /// The address to listen on: "0.0.0.0" for every interface, "127.0.0.1" for this machine alone.
    package var host: String
    /// Further names of the studio for browsers, such as a proxy's; `*.example.org` for all of a domain.
    package var allowedHosts: [String] = []
    /// Other origins whose scripts may request authorization for the studio's channels.
    package var allowedOrigins: [WebOrigin] = []
    /// The limits of addresses and members.
    var limits = StudioLimits()
    /// The port to listen on; 0 lets the system choose.
    package var port: Int
    /// The folder of the pages, the JavaScript library and the compiled engine.
    package var pages: URL
    /// Whether WebAssembly modules that are not among the pages yet are being built meanwhile.
    package var awaitsEngine = false
    /// The folder of the documentation site, beside the pages; `make site` makes it.
    var documentation: URL { pages.standardizedFileURL.deletingLastPathComponent().appending(path: "site") }
    /// Recordings, or folders that hold recordings.
    package var recordings: [URL]
    /// The folder of the studio's data: its database, its owner's token, uploads.
    package var data: URL
    /// The folder of the owner's captures; only the owner can see them.
    var captures: URL { data.appending(path: "captures") }
    /// The Redis server over which studios share their channels; nil for channels of this process alone.
    package var redis: RedisAddress?
    /// The folders in which programs such as tesseract are looked for.
    var programs = [URL(filePath: "/usr/local/bin"), URL(filePath: "/usr/bin")]
    /// The limits of one run of such a program.
    var programLimits = FilterProgram.Limits()
    /// How the sides of a call connect across networks.
    package var relay = RelaySettings()
    /// Who may open a room for a call by its name.
    package var roomOpening = RoomOpening.everybody
    /// The disk quota of the records of calls.
    package var recordQuota = RecordQuota()
    /// The disk quota of problem reports.
    package var problemReportQuota = ProblemReportQuota()
    /// The number of connections before the server pauses accepting; nil for the system's limit.
    package var mostConnections: Int?
    /// The configuration of the Beacons part.
    package var beacons = BeaconConfiguration()
    /// Whether the port is encrypted, and its certificate.
    package var transport: StudioTransport

    /// Creates a configuration.
    package init(
        host: String = "127.0.0.1",
        port: Int = 8080,
        pages: URL,
        recordings: [URL] = [],
        data: URL,
        transport: StudioTransport = .plain
    ) {
        self.host = host
        self.port = port
        self.pages = pages
        self.recordings = recordings
        self.data = data
        self.transport = transport
    }
}
