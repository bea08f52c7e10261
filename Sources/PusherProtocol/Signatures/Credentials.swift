import Crypto

/// An application's key and secret, and the signatures made with them: HMAC-SHA256 in lower-case hexadecimal.
public struct Credentials: Sendable, Equatable {
    /// The public key.
    public let key: String
    /// The secret.
    public let secret: String
    private let hmacKey: SymmetricKey

    /// A pair of key and secret.
    public init(key: String, secret: String) {
        self.key = key
        self.secret = secret
        hmacKey = SymmetricKey(data: [UInt8](secret.utf8))
    }

    /// The signature of bytes.
    public func signature(of bytes: [UInt8]) -> String {
        String(decoding: hexadecimal(HMAC<SHA256>.authenticationCode(for: bytes, using: hmacKey)), as: UTF8.self)
    }

    /// The signature of a text.
    public func signature(of text: String) -> String { signature(of: [UInt8](text.utf8)) }

    /// Whether a signature is right; the time does not depend on the position of the first difference.
    public func isValid(_ signature: String, of bytes: [UInt8]) -> Bool {
        let right = Array(self.signature(of: bytes).utf8)
        let given = Array(signature.utf8)
        guard right.count == given.count else { return false }
        return zip(right, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension Credentials {
    /// `KEY:SIGNATURE` for a private, encrypted or presence channel; `channelData` is the exact string that is sent.
    public func authorization(socketID: SocketID, channel: String, channelData: String? = nil) -> String {
        "\(key):\(signature(of: Self.channelText(socketID, channel, channelData)))"
    }

    /// Whether a subscription's `auth` is right.
    public func authorizes(_ auth: String, socketID: SocketID, channel: String, channelData: String? = nil) -> Bool {
        isValid(auth: auth, of: Self.channelText(socketID, channel, channelData))
    }

    /// `KEY:SIGNATURE` for a sign-in; `userData` is the exact string that is sent.
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
