import Foundation
import StudioServer

/// Actions that run in parallel to the listening; failures are reported on standard error.
final class RunningActions: Sendable {
    private let actions: [PlaceAction]
    private let runner = ActionRunner()
    private let group = DispatchGroup()

    /// Creates the actions, none of which has started.
    init(_ actions: [PlaceAction]) { self.actions = actions }

    /// Starts every action that is for the event.
    func carryOut(_ event: PlaceNotice) {
        for action in actions where action.isFor(event) {
            group.enter()
            Task { [runner, group] in
                do {
                    try await runner.carryOut(action, for: event)
                } catch {
                    Terminal.standardError.complain("\(ActionRunner.name(of: action)): \(error)")
                }
                group.leave()
            }
        }
    }

    /// Waits for running actions, at most ten seconds.
    func finish() { _ = group.wait(timeout: .now() + 10) }
}
