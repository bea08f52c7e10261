import ArgumentParser
import Foundation
import StudioServer

/// How the two sides of a call connect, and who may open rooms.
struct CallOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A STUN server for calls across networks; may be repeated.", valueName: "stun:host:port")
    )
    var stun: [String] = []

    @Option(help: ArgumentHelp("A TURN relay for calls; may be repeated.", valueName: "turn:host:port"))
    var turn: [String] = []

    @Option(
        help: "The file with the secret shared with the relay; only credentials that end by themselves are given out.",
        completion: .file()
    )
    var turnSecretFile: String?

    @Flag(help: "Only the owner makes rooms for calls, and invites to them.")
    var ownersRooms = false

    @Flag(
        help: """
            Whoever reaches the studio may open a room for a call by naming it. That is so where only this machine \
            listens; on a network \
            the owner's page of rooms can allow it.
            """
    )
    var open = false

    func validate() throws {
        for (addresses, schemes) in [(stun, ["stun:", "stuns:"]), (turn, ["turn:", "turns:"])] {
            guard addresses.allSatisfy({ address in schemes.contains(where: address.hasPrefix) }) else {
                throw ValidationError("A relay is given as \(schemes[0])HOST:PORT.")
            }
        }
        guard !(open && ownersRooms) else {
            throw ValidationError("--open and --owners-rooms exclude each other.")
        }
        guard turn.isEmpty == (turnSecretFile == nil) else {
            throw ValidationError("--turn and --turn-secret-file go together.")
        }
    }

    /// Who may open rooms in a studio that listens on this machine alone, or on a network.
    func roomOpening(isLocal: Bool) -> RoomOpening {
        if ownersRooms { return .owner }
        return open || isLocal ? .everybody : .ownerDecides
    }

    /// The relay settings of the options.
    var relay: RelaySettings {
        get throws {
            let secret = try turnSecretFile.map { path in
                try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
            }
            guard secret?.isEmpty != true else { throw ValidationError("\(turnSecretFile ?? "") is empty.") }
            return RelaySettings(stun: stun, turn: turn, secret: secret)
        }
    }
}
