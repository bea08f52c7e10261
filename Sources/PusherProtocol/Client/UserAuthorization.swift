/// An application's authorization of a connection's user.
public struct UserAuthorization: Sendable, Equatable {
    /// `KEY:SIGNATURE`.
    public var auth: String
    /// The user, as signed.
    public var userData: String

    /// Creates an authorization.
    public init(auth: String, userData: String) {
        self.auth = auth
        self.userData = userData
    }

    /// Reads an endpoint's answer.
    public init(body: [UInt8]) throws(ProtocolError) {
        let json = try JSONText(parsing: body)
        guard let auth = json["auth"]?.string else { throw .malformedMessage(member: "auth") }
        guard let userData = json["user_data"]?.string else { throw .malformedMessage(member: "user_data") }
        self.init(auth: auth, userData: userData)
    }
}
