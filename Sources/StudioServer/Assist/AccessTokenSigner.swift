import Crypto
import Foundation
import JWTKit

/// Signs and verifies access tokens with a key that never leaves the studio.
struct AccessTokenSigner: Sendable {
    /// How long a member may come back after their token was last renewed, seconds.
    static let insideSeconds: TimeInterval = 15 * 60
    /// How long a consent to a record is valid, seconds.
    static let consentSeconds: TimeInterval = 300
    /// How long a person may wait, seconds.
    static let waitingSeconds: TimeInterval = 3600

    /// How long an expired token still identifies its member, seconds.
    static let memberSeconds: TimeInterval = 12 * 3600

    private let key: SymmetricKey

    /// Signs with a secret of 32 letters or more.
    init(secret: String) { key = SymmetricKey(data: Array(secret.utf8)) }

    private var keys: JWTKeyCollection {
        get async { await JWTKeyCollection().add(hmac: HMACKey(key: key), digestAlgorithm: .sha256) }
    }

    /// Signs a token.
    func sign(_ token: AccessToken) async throws -> String { try await keys.sign(token) }

    /// Reads a token of one of the given kinds, and of a room if one is given.
    ///
    /// Throws an error that states whether it has expired or was never valid.
    func read(
        _ text: String,
        kinds: Set<AccessToken.Kind>,
        room: CallRoomName? = nil
    ) async throws(StudioError) -> AccessToken {
        let token: AccessToken
        do {
            token = try await keys.verify(text, as: AccessToken.self)
        } catch let error as JWTError where error.errorType == .claimVerificationFailure {
            throw StudioError(.unauthorized, code: "pass_expired", "This invitation has ended; ask for a new one.")
        } catch {
            throw StudioError(.unauthorized, code: "pass_invalid", "This invitation is not one of this studio.")
        }
        guard kinds.contains(token.kind), room == nil || token.room == room?.text else {
            throw StudioError(.forbidden, code: "pass_elsewhere", "This invitation is for another room.")
        }
        return token
    }

    /// A member's token that may have expired; nil if this studio did not sign it for this room.
    func readEnded(_ text: String, room: CallRoomName, at now: Date = Date()) async -> AccessToken? {
        guard let token = try? await keys.verify(text, as: EndedToken.self).token, token.kind == .inside,
            token.room == room.text, token.exp.value + Self.memberSeconds > now
        else { return nil }
        return token
    }

    private struct EndedToken: JWTPayload {
        let token: AccessToken

        init(from decoder: any Decoder) throws { token = try AccessToken(from: decoder) }
        func encode(to encoder: any Encoder) throws { try token.encode(to: encoder) }
        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }
}
