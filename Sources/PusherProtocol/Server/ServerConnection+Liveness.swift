extension ServerConnection {
    /// A silent client gets this much more than the time after which it should have pinged itself, milliseconds.
    static let grace: Int64 = 15_000

    /// Time has passed; call it every few seconds.
    public mutating func tick(milliseconds: Int64) -> Action {
        guard !isClosing else { return .ignore }
        let options = application.options
        if let seconds = options.authorizationSeconds, !isAuthorized, milliseconds - openedAt >= Int64(seconds) * 1000 {
            return close(.unauthorized)
        }
        if version < 5 {
            return milliseconds - lastActivity >= 86_400_000 ? close(.inactive) : .ignore
        }
        if let pingedAt {
            return milliseconds - pingedAt >= Int64(options.pongTimeout) * 1000 ? close(.pongTimeout) : .ignore
        }
        guard milliseconds - lastActivity >= Int64(options.activityTimeout) * 1000 + Self.grace else { return .ignore }
        pingedAt = milliseconds
        return .send(.ping)
    }

    /// The server wants to end it, or found a fault in the frames.
    public mutating func end(_ code: CloseCode) -> Action {
        isClosing ? .ignore : close(code)
    }

    /// The socket is gone; returns the channels to leave.
    public mutating func closed() -> [Subscription] {
        isClosing = true
        let left = channels
        subscriptions = [:]
        return left
    }
}
