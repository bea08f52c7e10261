import Hummingbird

/// What someone says who wants to join a room.
struct JoinRequest: Decodable, Sendable {
    let role: CallRole
    let name: String
    /// The token of someone who is inside, or was just now.
    let pass: String?
    /// A token that an earlier page of the same device kept; it counts only if its member is not in the room.
    let place: String?
    let invite: String?

    /// The name shown to the others.
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

/// What they are answered.
struct JoinAnswer: ResponseCodable, Sendable {
    struct Room: Codable, Sendable {
        let name: String
        let hasWaitingRoom: Bool
        let access: CallRoom.Access
    }

    /// `inside` or `waiting`.
    var state: String
    var pass: String
    /// For how long the pass is good, seconds.
    var expiresIn: Int
    var member: String
    /// The key of the studio's channels.
    var key: String
    var isHost: Bool?
    var iceServers: [RelaySettings.IceServer]?
    var room: Room?
}

/// A pass in the place of one that ends soon.
struct RenewalAnswer: ResponseCodable, Sendable {
    let pass: String
    /// For how long the pass is good, seconds.
    let expiresIn: Int
    let iceServers: [RelaySettings.IceServer]
}

/// How it stands with those who wait: for the host who they are, for one of them whether they may come in.
struct WaitingAnswer: ResponseCodable, Sendable {
    var state: String
    var pass: String?
    var waiting: [WaitingRoom.Waiting]?
}

/// The host's word.
struct DecisionRequest: Decodable, Sendable {
    let admitted: Bool
}
