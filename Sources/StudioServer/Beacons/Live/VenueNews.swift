/// What a venue tells everybody who looks.
enum VenueNews: Sendable {
    /// How things are, once a second.
    case state(LiveState)
    /// A region or zone was entered or left.
    case crossing(Crossing)
    /// The settings are others now.
    case changed
}
