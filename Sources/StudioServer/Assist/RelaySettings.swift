import Crypto
import Foundation

/// How the two sides of a call find each other across networks: STUN and TURN servers, and the secret shared with the
/// latter.
///
/// Credentials expire, after the draft "A REST API For Access To TURN Services": the user's name is the time of expiry,
/// the password an HMAC-SHA1 of it with the shared secret, which coturn verifies with `use-auth-secret`.
package struct RelaySettings: Sendable {
    /// `stun:HOST:PORT` addresses.
    package var stun: [String]
    /// `turn:HOST:PORT` or `turns:HOST:PORT` addresses.
    package var turn: [String]
    /// The secret that only the studio and the relay know.
    package var secret: String?

    /// Creates settings; without servers, calls work within one network.
    package init(stun: [String] = [], turn: [String] = [], secret: String? = nil) {
        self.stun = stun
        self.turn = turn
        self.secret = secret
    }

    /// The validity of credentials, seconds; they are renewed with each token.
    static let seconds: TimeInterval = 3600

    /// The servers for a member of a call.
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

    /// A server in the form of browsers.
    struct IceServer: Codable, Equatable, Sendable {
        var urls: [String]
        var username: String?
        var credential: String?
    }
}
