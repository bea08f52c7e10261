import Crypto
import Foundation

/// How the two sides of a call find each other across networks: STUN and TURN servers, and the secret shared with the
/// latter.
///
/// Credentials end by themselves, after the draft "A REST API For Access To TURN Services": the user's name is the
/// time of its end, the password an HMAC-SHA1 of it with the shared secret, which coturn checks with
/// `use-auth-secret`.
public struct RelaySettings: Sendable {
    /// `stun:HOST:PORT` addresses.
    public var stun: [String]
    /// `turn:HOST:PORT` or `turns:HOST:PORT` addresses.
    public var turn: [String]
    /// What the studio and the relay know alone.
    public var secret: String?

    /// Settings of their parts; without any, calls work within one network.
    public init(stun: [String] = [], turn: [String] = [], secret: String? = nil) {
        self.stun = stun
        self.turn = turn
        self.secret = secret
    }

    /// How long credentials are good, seconds; they are given anew with each token.
    static let seconds: TimeInterval = 3600

    /// What a member of a call is told.
    func servers(for member: String, at now: Date) -> [IceServer] {
        var servers: [IceServer] = []
        if !stun.isEmpty { servers.append(IceServer(urls: stun)) }
        if !turn.isEmpty, let secret {
            let user = "\(Int(now.timeIntervalSince1970 + Self.seconds)):\(member)"
            let code = HMAC<Insecure.SHA1>.authenticationCode(
                for: Data(user.utf8),
                using: SymmetricKey(data: Data(secret.utf8))
            )
            servers.append(IceServer(urls: turn, username: user, credential: Data(code).base64EncodedString()))
        }
        return servers
    }

    /// A server as browsers take it.
    struct IceServer: Codable, Equatable, Sendable {
        var urls: [String]
        var username: String?
        var credential: String?
    }
}
