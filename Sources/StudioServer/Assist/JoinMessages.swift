import Hummingbird

/// A request to join a room.
struct JoinRequest: Decodable, Sendable {
    let role: CallRole
    let name: String
    /// The token of a present or recent member.
    let pass: String?
    /// A token that an earlier page of the same device stored; it is ignored while its member is in the room.
    let place: String?
    let invite: String?

    /// The name for the other members.
    var personName: String {
        get throws {
            let tidy = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard (1...40).contains(tidy.count) else {
                throw StudioError(.badRequest, code: "person_name", "A person's name has 1 to 40 letters.")
            }
            return tidy
        }
    }
}

/// The answer to a join request.
struct JoinAnswer: ResponseCodable, Sendable {
    struct Room: Codable, Sendable {
        let name: String
        let hasWaitingRoom: Bool
        let access: CallRoom.Access
    }

    /// `inside` or `waiting`.
    var state: String
    var pass: String
    /// The validity of the access token, seconds.
    var expiresIn: Int
    var member: String
    /// The key of the studio's channels.
    var key: String
    var isHost: Bool?
    var iceServers: [RelaySettings.IceServer]?
    var room: Room?
}

/// An access token that replaces one that ends soon.
struct RenewalAnswer: ResponseCodable, Sendable {
    let pass: String
    /// The validity of the access token, seconds.
    let expiresIn: Int
    let iceServers: [RelaySettings.IceServer]
}

/// The state of the waiting room: for the host the list, for a waiting person the decision.
struct WaitingAnswer: ResponseCodable, Sendable {
    var state: String
    var pass: String?
    var waiting: [WaitingRoom.Waiting]?
}

/// The host's decision.
struct DecisionRequest: Decodable, Sendable {
    let admitted: Bool
}
