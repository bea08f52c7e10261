import ArgumentParser
import Recordings
import StudioServer

/// An error that says how the command ends; modules' errors conform here.
protocol CommandError: Error {
    /// One line for a person.
    var message: String { get }
    /// 1 where the work failed, 65 where the input is bad.
    var exitCode: ExitCode { get }
}

extension ExitCode {
    /// The input data are bad: EX_DATAERR of sysexits.h.
    static let badInput = ExitCode(65)
}

/// The work could not be done, though the input is in order.
struct WorkFailure: CommandError {
    let message: String
    var exitCode: ExitCode { .failure }
}

/// The input is bad.
struct InputFailure: CommandError {
    let message: String
    var exitCode: ExitCode { .badInput }
}

/// The input breaks off; what was found before is reported and written.
struct PartialResult: CommandError {
    let reason: RecordingError
    /// Images up to the break.
    let imageCount: Int
    var message: String { "\(reason)\nThe result covers the \(imageCount) images before that." }
    var exitCode: ExitCode { reason.exitCode }
}

extension ApplicationFileError: CommandError {
    var message: String { description }
    var exitCode: ExitCode { .badInput }
}

extension RecordingError: CommandError {
    var message: String { description }
    var exitCode: ExitCode { isBadInput ? .badInput : .failure }
}

extension StudioStartError: CommandError {
    var message: String { description }
    var exitCode: ExitCode { .failure }
}
