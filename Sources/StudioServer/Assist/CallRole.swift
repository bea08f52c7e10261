/// What a person does in a call.
enum CallRole: String, Codable, Sendable, CaseIterable {
    /// Shows what is there.
    case site
    /// Looks, talks and draws.
    case expert
}
