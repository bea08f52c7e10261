import ChannelServer
import Foundation

/// What the studio's server needs to know before it starts.
public struct StudioConfiguration: Sendable {
    /// The address to listen on: "0.0.0.0" for every interface, "127.0.0.1" for this machine alone.
    public var host: String
    /// Further names by which browsers reach the studio, such as a proxy's; `*.example.org` for all of a domain.
    public var allowedHosts: [String] = []
    /// Pages of other addresses whose scripts may ask to join the studio's channels.
    public var allowedOrigins: [WebOrigin] = []
    /// What addresses and members may use up.
    var limits = StudioLimits()
    /// The port to listen on; 0 lets the system choose.
    public var port: Int
    /// The folder of the pages, the JavaScript library and the compiled engine.
    public var pages: URL
    /// The folder of the documentation site, beside the pages; `make site` makes it.
    var documentation: URL { pages.standardizedFileURL.deletingLastPathComponent().appending(path: "site") }
    /// Recordings, or folders that hold recordings.
    public var recordings: [URL]
    /// The folder of what the studio keeps: its database, its owner's token, uploads.
    public var data: URL
    /// The folder of the recordings that the owner's pages captured; they are shown to the owner alone.
    var captures: URL { data.appending(path: "captures") }
    /// The Redis server over which studios share their channels; nil for channels of this process alone.
    public var redis: RedisAddress?
    /// How the sides of a call find each other across networks.
    public var relay = RelaySettings()
    /// Who may open a room for a call by naming it.
    public var roomOpening = RoomOpening.everybody
    /// How much disk the records of calls may take.
    public var recordQuota = RecordQuota()
    /// How many connections are taken before the server pauses accepting; nil for as many as the system's limits allow.
    public var mostConnections: Int?
    /// What the Beacons part listens to and does.
    public var beacons = BeaconConfiguration()
    /// Whether the port is encrypted, and by which certificate.
    public var transport: StudioTransport

    /// A configuration of its parts.
    public init(
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
