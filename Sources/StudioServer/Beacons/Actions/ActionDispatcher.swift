import Logging

/// Starts a venue's actions beside its work, and remembers what became of them.
actor ActionDispatcher {
    /// What became of an action, the last time.
    struct Outcome: Codable, Sendable {
        /// Milliseconds since 1970.
        var time: Int64
        /// What went wrong; nil if all went well.
        var fault: String?
    }

    /// The most actions under way at once; more are left out, and that is said.
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

    /// The owner's actions from now on.
    func use(_ settings: [ActionSetting]) {
        self.settings = settings
        let ids = Set(settings.map(\.key))
        outcomes = outcomes.filter { ids.contains($0.key) }
    }

    /// What became of the owner's actions, by their names in addresses.
    var lastOutcomes: [String: Outcome] { outcomes }

    /// Says in the log what went wrong.
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
