import Foundation
import JWTKit

/// An access token that the studio signed: an invitation to a room, a place in its waiting room, or membership.
struct AccessToken: JWTPayload, Equatable {
    /// The purpose of a token.
    enum Kind: String, Codable, Sendable {
        /// An invitation, shown when joining.
        case invite
        /// A person in the waiting room.
        case waiting
        /// A member inside the room.
        case inside
        /// Consent to a record of the session; valid for some minutes.
        case consent
    }

    /// The purpose.
    var kind: Kind
    /// The room's name.
    var room: String
    /// The room's epoch when this was signed; it changes if the room is closed or the owner revokes its tokens.
    var epoch: Int64?
    /// The person's role.
    var role: CallRole
    /// The person's name; nil if an invitation leaves it open.
    var name: String?
    /// The person's member identifier; nil in an invitation.
    var sub: String?
    /// Whether the person is the host, who admits others.
    var isHost: Bool?
    /// Whether the owner invited the person, or is the person.
    var isInvited: Bool?
    /// The time of expiry.
    var exp: ExpirationClaim

    func verify(using algorithm: some JWTAlgorithm) async throws { try exp.verifyNotExpired() }
}

/// The role of a person in a call.
enum CallRole: String, Codable, Sendable, CaseIterable {
    /// Shows the site with a camera.
    case site
    /// Watches, talks and draws.
    case expert
}
