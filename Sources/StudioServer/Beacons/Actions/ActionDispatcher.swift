import Logging

/// Runs a venue's actions in the background, and stores their last results.
actor ActionDispatcher {
    /// The last result of an action.
    struct Outcome: Codable, Sendable {
        /// Milliseconds since 1970.
        var time: Int64
        /// The error; nil on success.
        var fault: String?
    }

    /// The maximum number of running actions; more are skipped, and this is logged.
    private static let limit = 64

    private let runner: ActionRunner
    private let logger: Logger
    private let local: [PlaceAction]
    private var settings: [ActionSetting] = []
    private var outcomes: [String: Outcome] = [:]
    private var underWay = 0

    /// A dispatcher; `local` are the actions of the studio's own configuration file, the only ones that may run
    /// programs.
    init(runner: ActionRunner, local: [PlaceAction] = [], logger: Logger) {
        self.runner = runner
        self.local = local
        self.logger = logger
    }

    /// Replaces the owner's actions.
    func use(_ settings: [ActionSetting]) {
        self.settings = settings
        let ids = Set(settings.map(\.key))
        outcomes = outcomes.filter { ids.contains($0.key) }
    }

    /// The last results of the owner's actions, by their names in addresses.
    var lastOutcomes: [String: Outcome] { outcomes }

    /// Logs an error.
    func complain(_ text: String) { logger.warning("\(text)") }

    /// Starts every action that is for an event.
    func carryOut(_ notice: PlaceNotice) {
        for action in local where action.isFor(notice) { start(action, notice, id: nil) }
        for setting in settings where setting.action.isFor(notice) {
            start(setting.action, notice, id: setting.key)
        }
    }

    private func start(_ action: PlaceAction, _ notice: PlaceNotice, id: String?) {
        guard underWay < Self.limit else {
            return complain("\(ActionRunner.name(of: action)): left out, too many under way")
        }
        underWay += 1
        Task {
            let fault: String?
            do {
                try await runner.carryOut(action, for: notice)
                fault = nil
            } catch {
                fault = "\(error)"
            }
            finish(action, id: id, fault: fault)
        }
    }

    private func finish(_ action: PlaceAction, id: String?, fault: String?) {
        underWay -= 1
        if let fault { complain("\(ActionRunner.name(of: action)): \(fault)") }
        if let id { outcomes[id] = Outcome(time: StudioClock().nanoseconds / 1_000_000, fault: fault) }
    }
}
