import Foundation

/// One run of a program for an event; the event is in its environment.
struct ProgramRun: Sendable {
    let command: [String]
    let notice: PlaceNotice
    /// After how long it is stopped.
    var limit = Duration.seconds(60)

    /// Runs the program to its end.
    ///
    /// Throws an `ActionError`.
    func finish() async throws {
        guard let program = command.first else { throw ActionError.unusable("run: name a program") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(facts) { $1 }
        let status: Int32?
        do {
            status = try await process.finish(within: limit)
        } catch {
            throw ActionError.notStarted(program: program, reason: error.localizedDescription)
        }
        guard let status else { throw ActionError.tooLong(program: program) }
        guard status == 0 else { throw ActionError.ended(program: program, status: status) }
    }

    private var facts: [String: String] {
        [
            "SIGHTLINE_EVENT": notice.event, "SIGHTLINE_REGION": notice.region,
            "SIGHTLINE_BEACON": notice.beacon ?? "", "SIGHTLINE_TIME": notice.time,
        ]
    }
}
