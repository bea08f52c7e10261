import Hummingbird

/// Verifies access tokens: signed by this studio, not expired, not revoked.
struct RoomAccess: Sendable {
    let signer: AccessTokenSigner
    let rooms: CallRoomStore

    /// Verifies a token of one of the given kinds, and of a room if one is given.
    ///
    /// - Throws: `StudioError` 401 or 403 with the reason.
    func verify(
        _ text: String,
        kinds: Set<AccessToken.Kind>,
        room: CallRoomName? = nil
    ) async throws -> AccessToken {
        let token = try await signer.read(text, kinds: kinds, room: room)
        try await rooms.checkStanding(of: token)
        return token
    }

    /// Throws unless the request comes from a room's host or the owner.
    func checkHost(of name: CallRoomName, _ request: Request, owner: OwnerAccess) async throws {
        if owner.isOwner(request) { return }
        let pass = try await verify(request.callPass, kinds: [.inside], room: name)
        guard pass.isHost == true else { throw Self.onlyHost }
    }

    static var onlyHost: StudioError { StudioError(.forbidden, code: "host_only", "Only the host may do this.") }
}
