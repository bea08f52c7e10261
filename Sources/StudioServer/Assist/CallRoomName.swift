/// The name of a room in addresses and channel names: 3 to 40 small letters, digits and hyphens.
struct CallRoomName: Hashable, Sendable {
    /// The name.
    let text: String

    /// Normalises a typed name; nil if it is not valid.
    init?(_ text: some StringProtocol) {
        let isSound = text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
        }
        guard isSound, (3...40).contains(text.utf8.count), text.first != "-", text.last != "-" else { return nil }
        self.text = String(text)
    }

    /// The presence channel of the room's members.
    var channel: String { "presence-room-\(text)" }

    static var unsound: StudioError {
        let rule = "A room's name has 3 to 40 small letters, digits and hyphens."
        return StudioError(.badRequest, code: "room_name", rule)
    }
}
