import Crypto
import Foundation
import GRDB
import Hummingbird

/// Authenticates the studio's owner by a token created at the first start.
struct OwnerAccess: Sendable {
    /// The cookie that a browser sends instead of the token.
    static let cookie = "sightline-owner"

    /// The token.
    let token: String
    /// Whether it has just been created.
    let isNew: Bool
    /// The signed-in browsers.
    let sessions: OwnerSessions

    /// The token in a data folder, created if it is missing, and the sessions in its database.
    init(folder: DataFolder, database: DatabaseQueue) throws {
        sessions = try OwnerSessions(database: database)
        (token, isNew) = try folder.secret(named: "owner-token") { RandomText.hexadecimal(bytes: 16) }
    }

    /// Whether a request comes from the owner: by `Authorization: Bearer TOKEN`, or by the cookie of a signed-in
    /// browser.
    func isOwner(_ request: Request) -> Bool {
        if let header = request.headers[.authorization], header.hasPrefix("Bearer ") {
            return isToken(String(header.dropFirst("Bearer ".count)))
        }
        return session(of: request) != nil
    }

    /// The session of a request's cookie.
    func session(of request: Request) -> OwnerSession? {
        request.cookies[Self.cookie].flatMap { sessions.find($0.value) }
    }

    /// Whether a text is the token.
    func isToken(_ text: String) -> Bool { Self.isSame(text, token) }

    /// Compares digests, so that the time does not depend on the first difference.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        SHA256.hash(data: Array(left.utf8)) == SHA256.hash(data: Array(right.utf8))
    }
}

extension Sequence<UInt8> {
    /// Lower-case hexadecimal digits.
    var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
