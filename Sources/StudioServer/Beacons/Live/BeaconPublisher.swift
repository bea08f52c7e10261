/// Publishes a venue's updates on channels.
struct BeaconPublisher: Sendable {
    /// How long a message may be, octets; the protocol's limit is 10,240.
    private static let limit = 9_000

    private let channels: StudioChannels

    init(channels: StudioChannels) { self.channels = channels }

    /// Publishes an update on some of a venue's channels.
    ///
    /// A change of settings goes to all channels, so that pages fetch them again.
    func publish(_ update: VenueUpdate, to venueChannels: [BeaconChannel]) {
        switch update {
        case .changed: publish("changed", [String: String](), to: BeaconChannel.allCases)
        case .crossing(let crossing): publish("crossing", crossing, to: venueChannels)
        case .state(let state):
            publish(state, to: venueChannels.filter(\.isForOwner))
            publish(state.forVisitors, to: venueChannels.filter { !$0.isForOwner })
        }
    }

    private func publish(_ state: LiveState, to venueChannels: [BeaconChannel]) {
        guard !venueChannels.isEmpty else { return }
        let parts = state.parts(limit: Self.limit)
        for (index, part) in parts.enumerated() {
            publish("state", LivePart(part: index, parts: parts.count, state: part), to: venueChannels)
        }
    }

    private func publish(_ event: String, _ data: some Encodable, to venueChannels: [BeaconChannel]) {
        for channel in venueChannels {
            // An update lost here is repeated in the next second's state.
            try? channels.publish(event: event, on: channel.name, data: data)
        }
    }
}

/// An update of a venue.
enum VenueUpdate: Sendable {
    /// The live state, once per second.
    case state(LiveState)
    /// A region or zone was entered or left.
    case crossing(Crossing)
    /// The settings have changed.
    case changed
}
