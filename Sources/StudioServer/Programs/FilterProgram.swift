import Foundation

/// A program of the system that turns bytes into bytes, such as tesseract.
///
/// It runs without a shell, with an environment of its own, and within limits of time, memory and output. It reads and
/// writes unnamed files only.
struct FilterProgram: Sendable {
    /// The limits of one run.
    struct Limits: Sendable {
        /// Until it is stopped.
        var time = Duration.seconds(20)
        /// Its memory, bytes.
        var memory = 1_500_000_000
        /// What it writes, bytes.
        var output = 16 << 20
    }

    /// Why a run gave nothing.
    enum Failure: Error, Equatable {
        /// This program is not installed.
        case missing(String)
        /// It took too long.
        case tooLong
        /// It wrote too much.
        case tooMuch
        /// It ended with a status other than 0.
        case ended(Int32)
    }

    /// The program's name.
    let name: String
    /// The folders in which programs are looked for.
    let folders: [URL]
    /// The limits of a run.
    var limits = Limits()

    /// The program that limits memory and processor time; a part of every Debian system.
    private static let limiter = "prlimit"

    /// The first missing program; nil if it can run.
    var missing: String? { [Self.limiter, name].first { path(of: $0) == nil } }

    /// Runs the program once with bytes on its standard input; returns what it wrote to its standard output.
    ///
    /// Throws a `Failure`, or an error of the system if it cannot be started.
    func run(_ arguments: [String], on input: Data = Data()) async throws -> Data {
        guard let limiter = path(of: Self.limiter) else { throw Failure.missing(Self.limiter) }
        guard let program = path(of: name) else { throw Failure.missing(name) }
        let (read, written) = (try UnnamedFile(input), try UnnamedFile())
        let process = Process()
        process.executableURL = URL(filePath: limiter)
        process.arguments =
            [
                "--as=\(limits.memory)", "--cpu=\(limits.time.components.seconds + 5)", "--fsize=\(limits.output + 1)",
                "--core=0", "--", program,
            ] + arguments
        process.environment = Self.environment
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardInput = read.handle
        process.standardOutput = written.handle
        process.standardError = FileHandle.nullDevice
        guard let status = try await process.finish(within: limits.time) else { throw Failure.tooLong }
        guard let output = try written.contents(upTo: limits.output) else { throw Failure.tooMuch }
        guard status == 0 else { throw Failure.ended(status) }
        return output
    }

    /// One thread, so that a run takes one processor; where the owner keeps tesseract's languages, if not at the usual place.
    private static var environment: [String: String] {
        var environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "OMP_THREAD_LIMIT": "1"]
        environment["TESSDATA_PREFIX"] = ProcessInfo.processInfo.environment["TESSDATA_PREFIX"]
        return environment
    }

    private func path(of name: String) -> String? {
        folders.map { $0.appending(path: name).path }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
