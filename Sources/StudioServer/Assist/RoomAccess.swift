import Hummingbird

/// Decides whether an access token is good now: signed by this studio, not over, and not taken back.
struct RoomAccess: Sendable {
    let signer: AccessTokenSigner
    let rooms: CallRoomStore

    /// The token that a text holds, of one of the given kinds and of a room where one is named.
    ///
    /// - Throws: `StudioError` 401 or 403 that says why it is not taken.
    func verify(
        _ text: String,
        kinds: Set<AccessToken.Kind>,
        room: CallRoomName? = nil
    ) async throws -> AccessToken {
        let token = try await signer.read(text, kinds: kinds, room: room)
        try await rooms.checkStanding(of: token)
        return token
    }

    /// Throws for everyone but a room's host and the owner.
    func checkHost(of name: CallRoomName, _ request: Request, owner: OwnerAccess) async throws {
        if owner.isOwner(request) { return }
        let pass = try await verify(request.callPass, kinds: [.inside], room: name)
        guard pass.isHost == true else { throw Self.onlyHost }
    }

    static var onlyHost: StudioError { StudioError(.forbidden, code: "host_only", "Only the host may do this.") }
}
