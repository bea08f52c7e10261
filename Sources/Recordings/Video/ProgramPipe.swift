import Foundation

/// The standard output of a program as a stream of bytes, read synchronously.
///
/// The program is ahead of the reader by no more than the pipe's capacity. It ends when this object is released.
/// `posix_spawn` starts processes because the reader blocks: an asynchronous interface would wait for threads that
/// blocked readers occupy.
final class ProgramPipe {
    private let name: String
    private let program: String
    private let output: Int32
    private let complaints: UnsafeMutablePointer<FILE>
    private var process: pid_t = 0
    private var status: Int32?

    /// Starts a program found in PATH; throws `unreadable` with `name` if it cannot be started.
    init(program: String, arguments: [String], name: String) throws(RecordingError) {
        self.program = program
        self.name = name
        var ends: [Int32] = [0, 0]
        guard let complaints = tmpfile() else { throw Self.failure(name, errno) }
        self.complaints = complaints
        guard pipe(&ends) == 0 else {
            fclose(complaints)
            throw Self.failure(name, errno)
        }
        output = ends[0]
        _ = fcntl(output, F_SETFD, FD_CLOEXEC)
        let code = spawn(arguments, output: ends[1])
        close(ends[1])
        guard code == 0 else { throw .unreadable(file: name, reason: "\(program) cannot be run: \(Self.text(code))") }
    }

    deinit {
        close(output)
        if process > 0, status == nil {
            kill(process, SIGTERM)
            wait()
        }
        fclose(complaints)
    }

    private func spawn(_ arguments: [String], output end: Int32) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, end, 1)
        posix_spawn_file_actions_adddup2(&actions, fileno(complaints), 2)
        posix_spawn_file_actions_addclose(&actions, end)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        return posix_spawnp(&process, program, &actions, nil, words, environ)
    }

    /// Exactly `count` bytes; nil at the end of the stream.
    ///
    /// Throws `badImage` if the stream is truncated or the program failed.
    func read(count: Int) throws(RecordingError) -> [UInt8]? {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            while filled < count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled..<count])
                let got = Foundation.read(output, rest.baseAddress, rest.count)
                if got > 0 {
                    filled += got
                } else if got == 0 || errno != EINTR {
                    code = got == 0 ? 0 : errno
                    break
                }
            }
        }
        guard code == 0 else { throw Self.failure(name, code) }
        if bytes.count == count { return bytes }
        try holdToSuccess()
        if !bytes.isEmpty { throw .badImage(file: name, reason: "the stream breaks off") }
        return nil
    }

    /// The rest of the stream, up to `limit` bytes.
    func readText(limit: Int = 65_536) throws(RecordingError) -> String {
        var text: [UInt8] = []
        while text.count < limit, let byte = try read(count: 1) { text += byte }
        return String(decoding: text, as: UTF8.self)
    }

    private func wait() {
        var code: Int32 = 0
        while waitpid(process, &code, 0) < 0, errno == EINTR {}
        status = code
    }

    private func holdToSuccess() throws(RecordingError) {
        if status == nil { wait() }
        guard status != 0 else { return }
        rewind(complaints)
        var said = [UInt8](repeating: 0, count: 500)
        said.removeLast(said.count - fread(&said, 1, said.count, complaints))
        let first = String(decoding: said, as: UTF8.self).split(separator: "\n").first.map(String.init)
        throw .badImage(file: name, reason: first ?? "\(program) failed")
    }

    private static func failure(_ name: String, _ code: Int32) -> RecordingError {
        .unreadable(file: name, reason: text(code))
    }

    private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
