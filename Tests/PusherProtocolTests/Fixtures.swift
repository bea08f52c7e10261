import PusherProtocol

enum Fixture {
    static let credentials = Credentials(key: "278d425bdf160c739803", secret: "7ad3773142a6692b25b8")
    static let socket = SocketID(first: 1234, second: 1234)

    static func application(
        _ change: (inout ChannelApplication.Options, inout Limits) -> Void = { _, _ in }
    ) -> ChannelApplication {
        var options = ChannelApplication.Options()
        var limits = Limits()
        change(&options, &limits)
        return ChannelApplication(id: "3", credentials: credentials, limits: limits, options: options)
    }

    static func connection(
        _ change: (inout ChannelApplication.Options, inout Limits) -> Void = { _, _ in }
    ) -> ServerConnection {
        ServerConnection(application: application(change), socketID: socket, milliseconds: 0)
    }

    static func json(_ text: String) throws -> JSONText { try JSONText(parsing: Array(text.utf8)) }

    static func subscribe(_ channel: String, channelData: String? = nil, signed: Bool = true) throws -> [UInt8] {
        let auth = credentials.authorization(socketID: socket, channel: channel, channelData: channelData)
        let name = try ChannelName(channel, limit: 1000)
        let word = ChannelAuthorization(auth: signed ? auth : "\(credentials.key):00", channelData: channelData)
        return Message.subscribe(name, word).encoded()
    }
}

extension ServerConnection {
    /// Sends text and returns the action.
    mutating func receive(_ text: String, at milliseconds: Int64 = 0) -> Action {
        received(Array(text.utf8), milliseconds: milliseconds)
    }

    /// Subscribes to a private or presence channel and completes the join.
    mutating func join(_ channel: String, channelData: String? = nil) throws {
        _ = received(try Fixture.subscribe(channel, channelData: channelData), milliseconds: 0)
        _ = joined(try ChannelName(channel))
    }
}
