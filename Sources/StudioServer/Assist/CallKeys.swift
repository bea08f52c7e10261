import Crypto
import Foundation
import JWTKit

/// Signs and reads passes with a key that never leaves the studio.
struct CallKeys: Sendable {
    /// How long somebody inside may come back, seconds.
    static let insideSeconds: TimeInterval = 12 * 3600
    /// How long a member's consent to a record may be shown, seconds.
    static let consentSeconds: TimeInterval = 300
    /// How long somebody may wait, seconds.
    static let waitingSeconds: TimeInterval = 3600

    private let key: SymmetricKey

    /// Signs with a secret of 32 letters or more.
    init(secret: String) { key = SymmetricKey(data: Array(secret.utf8)) }

    private var keys: JWTKeyCollection {
        get async { await JWTKeyCollection().add(hmac: HMACKey(key: key), digestAlgorithm: .sha256) }
    }

    /// Signs a pass.
    func sign(_ pass: CallPass) async throws -> String { try await keys.sign(pass) }

    /// The pass that a text holds, of one of the given kinds and of a room where one is named.
    ///
    /// Throws a fault that says whether it ended or was never good.
    func read(
        _ text: String,
        kinds: Set<CallPass.Kind>,
        room: CallRoomName? = nil
    ) async throws(StudioFault) -> CallPass {
        let pass: CallPass
        do {
            pass = try await keys.verify(text, as: CallPass.self)
        } catch let error as JWTError where error.errorType == .claimVerificationFailure {
            throw StudioFault(.unauthorized, code: "pass_expired", "This invitation has ended; ask for a new one.")
        } catch {
            throw StudioFault(.unauthorized, code: "pass_invalid", "This invitation is not one of this studio.")
        }
        guard kinds.contains(pass.kind), room == nil || pass.room == room?.text else {
            throw StudioFault(.forbidden, code: "pass_elsewhere", "This invitation is for another room.")
        }
        return pass
    }
}
