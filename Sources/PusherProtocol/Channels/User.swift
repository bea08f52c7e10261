/// A signed-in user, as the application vouches for it.
public struct User: Sendable, Equatable {
    /// Who it is.
    public let id: String
    /// What the application says of the user.
    public let info: JSONText?
    /// The users whose connecting and disconnecting this one watches.
    public let watchlist: [String]
    /// Whether the watchlist was longer than the limit and has been cut.
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
