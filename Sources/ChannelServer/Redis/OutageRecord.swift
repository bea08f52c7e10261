import PusherProtocol

/// What this process decided by itself while Redis was away, so that each webhook is sent once when it is back.
struct OutageRecord {
    /// A user that is gone from a channel, or a channel without subscribers in this process.
    struct Departure: Hashable {
        let application: String
        let channel: String
        /// Empty for the channel itself.
        var user = ""
    }

    /// More of each kind are not remembered; their webhooks may be sent twice.
    private static let most = 10_000

    /// Users whose leave was reported by this process.
    private(set) var reportedLeaves: Set<Departure> = []
    /// Channels that lost their last subscriber here; other processes may have some, so nothing was reported.
    private(set) var vacancies: Set<Departure> = []

    /// A user's leave is reported.
    mutating func reported(_ user: String, from channel: String, of application: String) {
        guard reportedLeaves.count < Self.most else { return }
        reportedLeaves.insert(Departure(application: application, channel: channel, user: user))
    }

    /// A channel lost its last subscriber here; true if that is reported later.
    mutating func vacated(_ channel: String, of application: String) -> Bool {
        guard vacancies.count < Self.most else { return false }
        vacancies.insert(Departure(application: application, channel: channel))
        return true
    }

    /// A channel has a subscriber here; true if it was not reported that it had none.
    mutating func occupied(_ channel: String, of application: String) -> Bool {
        vacancies.remove(Departure(application: application, channel: channel)) != nil
    }

    /// A user is on a channel.
    mutating func returned(_ user: String, to channel: String, of application: String) {
        reportedLeaves.remove(Departure(application: application, channel: channel, user: user))
    }

    /// Redis has the list of reported leaves.
    mutating func forgetReportedLeaves() { reportedLeaves = [] }

    /// The channels that lost their last subscriber here; they are forgotten.
    mutating func takeVacancies() -> [Departure] {
        defer { vacancies = [] }
        return Array(vacancies)
    }
}
