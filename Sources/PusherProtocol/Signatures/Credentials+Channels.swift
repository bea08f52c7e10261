extension Credentials {
    /// `KEY:SIGNATURE` for a private, encrypted or presence channel; `channelData` is the exact string sent on.
    public func authorization(socketID: SocketID, channel: String, channelData: String? = nil) -> String {
        "\(key):\(signature(of: Self.channelText(socketID, channel, channelData)))"
    }

    /// Whether a subscription's `auth` is right.
    public func authorizes(_ auth: String, socketID: SocketID, channel: String, channelData: String? = nil) -> Bool {
        isValid(auth: auth, of: Self.channelText(socketID, channel, channelData))
    }

    /// `KEY:SIGNATURE` for a sign-in; `userData` is the exact string sent on.
    public func authorization(socketID: SocketID, userData: String) -> String {
        "\(key):\(signature(of: "\(socketID)::user::\(userData)"))"
    }

    /// Whether a sign-in's `auth` is right.
    public func authorizes(_ auth: String, socketID: SocketID, userData: String) -> Bool {
        isValid(auth: auth, of: "\(socketID)::user::\(userData)")
    }

    private func isValid(auth: String, of text: String) -> Bool {
        guard let colon = auth.utf8.firstIndex(of: UInt8(ascii: ":")), auth[..<colon] == key else { return false }
        return isValid(String(auth[auth.index(after: colon)...]), of: [UInt8](text.utf8))
    }

    private static func channelText(_ socketID: SocketID, _ channel: String, _ data: String?) -> String {
        data.map { "\(socketID):\(channel):\($0)" } ?? "\(socketID):\(channel)"
    }
}
