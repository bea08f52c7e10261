import Hummingbird

/// What somebody says at a room's door.
struct JoinRequest: Decodable, Sendable {
    let role: CallRole
    let name: String
    let pass: String?
    let invite: String?

    /// The name shown to the others.
    var personName: String {
        get throws {
            let tidy = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard (1...40).contains(tidy.count) else {
                throw StudioFault(.badRequest, code: "person_name", "A person's name has 1 to 40 letters.")
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
    var member: String
    /// The key of the studio's channels.
    var key: String
    var isHost: Bool?
    var iceServers: [RelaySettings.IceServer]?
    var room: Room?
}

/// How it stands at the door: for the host who waits, for who waits whether they may come in.
struct WaitingAnswer: ResponseCodable, Sendable {
    var state: String
    var pass: String?
    var waiting: [CallDoor.Waiting]?
}

/// The host's word.
struct DecisionRequest: Decodable, Sendable {
    let admitted: Bool
}
