import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// The standard output of a program as a stream of bytes, read by an ordinary thread.
///
/// The program runs ahead of the reader by no more than the pipe holds. It ends when this value goes away.
final class ProgramPipe {
    private let readEnd: FileDescriptor
    private let outcome: Outcome
    private let task: Task<Void, Never>
    private let name: String

    /// How the program ended, handed over between threads.
    private final class Outcome: Sendable {
        let complaint = Mutex<String?>(nil)
        let done = DispatchSemaphore(value: 0)
    }

    /// Starts a program found on the path; throws `unreadable` with `name` where no pipe can be made.
    init(program: String, arguments: [String], name: String) throws(RecordingError) {
        self.name = name
        let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
        do {
            ends = try FileDescriptor.pipe()
        } catch {
            throw .unreadable(file: name, reason: "\(error)")
        }
        _ = fcntl(ends.readEnd.rawValue, F_SETFD, FD_CLOEXEC)
        readEnd = ends.readEnd
        let outcome = Outcome()
        self.outcome = outcome
        task = Self.start(program, arguments, into: ends.writeEnd, outcome)
    }

    deinit {
        try? readEnd.close()
        task.cancel()
    }

    private static func start(
        _ program: String,
        _ arguments: [String],
        into end: FileDescriptor,
        _ outcome: Outcome
    ) -> Task<Void, Never> {
        // A thread of its own: the reader may block every thread of the shared pool.
        Task(executorPreference: ThreadExecutor()) {
            let complaint = await run(program, arguments, into: end)
            outcome.complaint.withLock { $0 = complaint }
            outcome.done.signal()
        }
    }

    private static func run(_ program: String, _ arguments: [String], into end: FileDescriptor) async -> String? {
        do {
            let result = try await Subprocess.run(
                .name(program),
                arguments: Arguments(arguments),
                output: .fileDescriptor(end, closeAfterSpawningProcess: true),
                error: .string(limit: 65_536)
            )
            if result.terminationStatus.isSuccess { return nil }
            let said = result.standardError.trimmingCharacters(in: .whitespacesAndNewlines)
            return said.isEmpty ? "\(program) ended with \(result.terminationStatus)" : said
        } catch {
            return "\(program) cannot be run: \(error)"
        }
    }

    /// Exactly `count` bytes; nil at the end of the stream. Throws `badPicture` where the stream breaks off or the program failed.
    func read(count: Int) throws(RecordingError) -> [UInt8]? {
        var filled = 0
        var failure: Errno?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while filled < count, failure == nil {
                do {
                    let got = try readEnd.read(
                        into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                    )
                    if got == 0 { break }
                    filled += got
                } catch {
                    failure = error as? Errno ?? .ioError
                }
            }
            initialized = filled
        }
        if let failure { throw .unreadable(file: name, reason: "\(failure)") }
        if filled == count { return bytes }
        outcome.done.wait()
        outcome.done.signal()
        if let complaint = outcome.complaint.withLock({ $0 }) { throw .badPicture(file: name, reason: complaint) }
        if filled > 0 { throw .badPicture(file: name, reason: "the stream breaks off") }
        return nil
    }

    /// All that is left of the stream, up to `limit` bytes.
    ///
    ///
    ///
    func readText(limit: Int = 65_536) throws(RecordingError) -> String {
        var text: [UInt8] = []
        while text.count < limit, let byte = try read(count: 1) { text += byte }
        return String(decoding: text, as: UTF8.self)
    }
}
