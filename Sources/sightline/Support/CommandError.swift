import ArgumentParser
import Recordings
import StudioServer

/// An error with the command's exit code; modules' errors conform here.
protocol CommandError: Error {
    /// One line for a person.
    var message: String { get }
    /// 1 if the work failed, 65 if the input is bad.
    var exitCode: ExitCode { get }
}

extension ExitCode {
    /// The input data are bad: EX_DATAERR of sysexits.h.
    static let badInput = ExitCode(65)
}

/// The work failed, though the input is valid.
struct WorkFailure: CommandError {
    let message: String
    var exitCode: ExitCode { .failure }
}

/// The input is bad.
struct InputFailure: CommandError {
    let message: String
    var exitCode: ExitCode { .badInput }
}

/// The input ends early; the results before the break are reported and written.
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
