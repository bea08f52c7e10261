/// A signed-in user, authorized by the application.
public struct User: Sendable, Equatable {
    /// The user's identity.
    public let id: String
    /// The application's information on the user.
    public let info: JSONText?
    /// The users whose connections this user watches.
    public let watchlist: [String]
    /// Whether the watchlist was longer than the limit and has been truncated.
    public let isWatchlistCut: Bool

    /// Reads `{"id":…,"user_info":…,"watchlist":[…]}`; the identity must be a non-empty string.
    public init(userData: JSONText, watchlistLimit: Int = 100) throws(ProtocolError) {
        guard let id = userData["id"]?.string, !id.isEmpty else { throw .malformedMessage(member: "id") }
        let watched = userData["watchlist"]?.elements.compactMap(Member.identity) ?? []
        self.id = id
        info = userData["user_info"]
        watchlist = Array(watched.prefix(watchlistLimit))
        isWatchlistCut = watched.count > watchlistLimit
    }
}
