/// Tells channels what is news in a venue.
struct BeaconPublisher: Sendable {
    /// How long a message may be, octets; the protocol's limit is 10,240.
    private static let limit = 9_000

    private let channels: StudioChannels

    init(channels: StudioChannels) { self.channels = channels }

    /// Publishes news to an audience; that settings have changed is told to all, so that pages ask anew.
    func tell(_ news: VenueUpdate, to audiences: [BeaconAudience]) {
        switch news {
        case .changed: publish("changed", [String: String](), to: BeaconAudience.allCases)
        case .crossing(let crossing): publish("crossing", crossing, to: audiences)
        case .state(let state):
            let parts = state.parts(limit: Self.limit)
            for (index, part) in parts.enumerated() {
                publish("state", LivePart(part: index, parts: parts.count, state: part), to: audiences)
            }
        }
    }

    private func publish(_ event: String, _ data: some Encodable, to audiences: [BeaconAudience]) {
        for audience in audiences {
            // What is lost here comes again with the next second's state.
            try? channels.publish(event: event, on: audience.channel, data: data)
        }
    }
}

/// What a venue tells everybody who looks.
enum VenueUpdate: Sendable {
    /// How things are, once per second.
    case state(LiveState)
    /// A region or zone was entered or left.
    case crossing(Crossing)
    /// The settings are others now.
    case changed
}
