import ArgumentParser
import Recordings
import StudioServer

/// An error that says how the command ends; modules' errors conform here.
protocol CommandFault: Error {
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
struct WorkFailure: CommandFault {
    var message: String
    var exitCode: ExitCode { .failure }
}

/// The input is bad.
struct InputFailure: CommandFault {
    var message: String
    var exitCode: ExitCode { .badInput }
}

extension ApplicationFileError: CommandFault {
    var message: String { description }
    var exitCode: ExitCode { .badInput }
}

extension RecordingError: CommandFault {
    var message: String { description }
    var exitCode: ExitCode { isBadInput ? .badInput : .failure }
}

extension StudioStartError: CommandFault {
    var message: String { description }
    var exitCode: ExitCode { .failure }
}
