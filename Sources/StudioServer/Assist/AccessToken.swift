import Foundation
import JWTKit

/// What the studio signed for a person: an invitation to a room, a place in its waiting room, or a place inside.
struct AccessToken: JWTPayload, Equatable {
    /// What it is good for.
    enum Kind: String, Codable, Sendable {
        /// May be shown when joining.
        case invite
        /// Waits to be let in.
        case waiting
        /// Is inside.
        case inside
        /// Agrees to a record of the session; good for some minutes.
        case consent
    }

    /// What it is good for.
    var kind: Kind
    /// The room's name.
    var room: String
    /// The room's epoch when this was signed; a room that was closed, or whose tokens the owner took back, has another.
    var epoch: Int64?
    /// What the person does there.
    var role: CallRole
    /// The person's name; nil if an invitation leaves it open.
    var name: String?
    /// The person's number in the room; nil in an invitation.
    var sub: String?
    /// Whether the person is the host, who lets others in.
    var isHost: Bool?
    /// Whether the owner invited the person, or is the person.
    var isInvited: Bool?
    /// When it ends.
    var exp: ExpirationClaim

    func verify(using algorithm: some JWTAlgorithm) async throws { try exp.verifyNotExpired() }
}

/// What a person does in a call.
enum CallRole: String, Codable, Sendable, CaseIterable {
    /// Shows what is there.
    case site
    /// Looks, talks and draws.
    case expert
}
