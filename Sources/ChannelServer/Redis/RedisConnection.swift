import CHiredis
import Glibc

/// One blocking connection of the C library, used by one thread.
final class RedisConnection {
    private let context: UnsafeMutablePointer<redisContext>

    /// Connects within two seconds; nil when Redis is not there.
    init?(_ address: RedisAddress) {
        // A Redis that went away is an error of the next call, not a signal that ends the process.
        signal(SIGPIPE, SIG_IGN)
        let limit = timeval(tv_sec: 2, tv_usec: 0)
        guard let context = redisConnectWithTimeout(address.host, Int32(address.port), limit) else { return nil }
        guard context.pointee.err == 0 else {
            redisFree(context)
            return nil
        }
        self.context = context
        if let password = address.password {
            let words = address.user.map { ["AUTH", $0, password] } ?? ["AUTH", password]
            guard case .text? = call(words.map { Array($0.utf8) }) else { return nil }
        }
        if address.database != 0, call([Array("SELECT".utf8), Array(String(address.database).utf8)]) == nil {
            return nil
        }
    }

    deinit { redisFree(context) }

    var descriptor: Int32 { context.pointee.fd }

    /// Limits how long an answer is waited for.
    func setTimeout(seconds: Int) {
        redisSetTimeout(context, timeval(tv_sec: seconds, tv_usec: 0))
    }

    /// Puts a command behind those not yet sent.
    func append(_ words: [[UInt8]]) {
        var pointers: [UnsafePointer<CChar>?] = []
        var lengths: [Int] = []
        let flat = words.flatMap { $0 }
        flat.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                var start = 0
                for word in words {
                    // An empty word still needs an address.
                    pointers.append((buffer.baseAddress ?? Self.nothing) + (word.isEmpty ? 0 : start))
                    lengths.append(word.count)
                    start += word.count
                }
                redisAppendCommandArgv(context, Int32(words.count), &pointers, &lengths)
            }
        }
    }

    private nonisolated(unsafe) static let nothing = UnsafePointer(UnsafeMutablePointer<CChar>.allocate(capacity: 1))

    /// The next answer; nil when the connection is broken.
    func reply() -> RedisReply? {
        var pointer: UnsafeMutableRawPointer?
        guard redisGetReply(context, &pointer) == REDIS_OK, let pointer else { return nil }
        let reply = RedisReply(pointer.assumingMemoryBound(to: redisReply.self))
        freeReplyObject(pointer)
        return reply
    }

    func call(_ words: [[UInt8]]) -> RedisReply? {
        append(words)
        return reply()
    }

    /// Sends many commands, some hundred at a time; false if the connection breaks or Redis refuses one.
    func callAll(_ commands: [[[UInt8]]]) -> Bool {
        for start in stride(from: 0, to: commands.count, by: 256) {
            let batch = commands[start..<min(start + 256, commands.count)]
            for words in batch { append(words) }
            for _ in batch {
                guard let reply = reply() else { return false }
                if case .error = reply { return false }
            }
        }
        return true
    }
}
