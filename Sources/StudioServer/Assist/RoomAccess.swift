/// Decides whether an access token is good now: signed by this studio, not over, and not taken back.
struct RoomAccess: Sendable {
    let signer: AccessTokenSigner
    let rooms: CallRoomStore

    /// The token that a text holds, of one of the given kinds and of a room where one is named.
    ///
    /// - Throws: `StudioFault` 401 or 403 that says why it is not taken.
    func verify(
        _ text: String,
        kinds: Set<AccessToken.Kind>,
        room: CallRoomName? = nil
    ) async throws -> AccessToken {
        let token = try await signer.read(text, kinds: kinds, room: room)
        try await rooms.checkStanding(of: token)
        return token
    }
}
