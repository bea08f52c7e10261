import CEpoll
import Glibc

/// One run of load against one peer: all sockets on one thread and one epoll.
final class LoadRun {
    let plan: LoadPlan
    let poll = epoll_create1(0)
    var sockets: [LoadSocket] = []
    var publisher: LoadSocket?
    var ready = 0
    var delivered = 0
    var published: Int64 = 0
    var disordered = 0
    var latencies: [Int64] = []
    var samplesLatency = false
    private var buffer = [UInt8](repeating: 0, count: 1 << 20)

    init(_ plan: LoadPlan) {
        self.plan = plan
    }

    deinit { close(poll) }

    static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    // MARK: - Connecting

    /// Connects all subscribers, a few hundred at a time, and returns the seconds it took; nil when they do not come.
    func connectAll(timeout: Double = 120) -> Double? {
        let start = LoadRun.nanoseconds
        sockets.reserveCapacity(plan.subscribers)
        while ready < plan.subscribers {
            while sockets.count < plan.subscribers, sockets.count - ready < 256 {
                guard add(isPublisher: false) else { return nil }
            }
            turn(milliseconds: 100)
            if Double(LoadRun.nanoseconds - start) / 1e9 > timeout { return nil }
        }
        return Double(LoadRun.nanoseconds - start) / 1e9
    }

    func connectPublisher() -> Bool {
        guard add(isPublisher: true) else { return false }
        let start = LoadRun.nanoseconds
        while publisher?.phase != .ready, LoadRun.nanoseconds - start < 10_000_000_000 { turn(milliseconds: 10) }
        return publisher?.phase == .ready
    }

    private func add(isPublisher: Bool) -> Bool {
        guard let socket = LoadSocket(port: plan.port, isPublisher: isPublisher) else { return false }
        if isPublisher { publisher = socket } else { sockets.append(socket) }
        watch(socket, EPOLL_CTL_ADD, writing: true)
        return true
    }

    func watch(_ socket: LoadSocket, _ operation: Int32, writing: Bool) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue | (writing ? EPOLLOUT.rawValue : 0)
        event.data.ptr = Unmanaged.passUnretained(socket).toOpaque()
        epoll_ctl(poll, operation, socket.descriptor, &event)
    }

    // MARK: - Turning

    /// Handles what is ready, waiting up to a time for it.
    func turn(milliseconds: Int32) {
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        let count = epoll_wait(poll, &events, 256, milliseconds)
        for index in 0..<max(0, Int(count)) {
            guard let pointer = events[index].data.ptr else { continue }
            let socket = Unmanaged<LoadSocket>.fromOpaque(pointer).takeUnretainedValue()
            if events[index].events & EPOLLOUT.rawValue != 0 { writable(socket) }
            if events[index].events & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 {
                readable(socket)
            }
        }
    }

    private func writable(_ socket: LoadSocket) {
        if socket.phase == .connecting {
            let target = socket.isPublisher ? plan.publisherTarget : plan.subscriberTarget
            socket.pending += Array(
                ("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(plan.port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n").utf8
            )
            socket.phase = .upgrading
        }
        send(socket)
    }

    func send(_ socket: LoadSocket) {
        guard socket.drain() else { return fail(socket) }
        watch(socket, EPOLL_CTL_MOD, writing: socket.hasPending)
    }

    private func fail(_ socket: LoadSocket) {
        if socket.phase == .ready, !socket.isPublisher { ready -= 1 }
        socket.phase = .closed
        epoll_ctl(poll, EPOLL_CTL_DEL, socket.descriptor, nil)
    }

    private func readable(_ socket: LoadSocket) {
        let held = socket.rest.count
        if held > 0 {
            buffer.replaceSubrange(0..<held, with: socket.rest)
            socket.rest.removeAll(keepingCapacity: true)
        }
        let count = buffer.withUnsafeMutableBytes { bytes in
            let free = UnsafeMutableRawBufferPointer(rebasing: bytes[held...])
            return recv(socket.descriptor, free.baseAddress, free.count, 0)
        }
        guard count > 0 else {
            guard count < 0, errno == EAGAIN || errno == EINTR else { return fail(socket) }
            return socket.rest.append(contentsOf: buffer[..<held])
        }
        let used = buffer.withUnsafeBufferPointer { take(UnsafeBufferPointer(rebasing: $0[..<(held + count)]), socket) }
        if used < held + count { socket.rest.append(contentsOf: buffer[used..<(held + count)]) }
    }

    /// Takes whole frames off the front; returns how many bytes they had.
    private func take(_ bytes: UnsafeBufferPointer<UInt8>, _ socket: LoadSocket) -> Int {
        var start = 0
        if socket.phase == .upgrading {
            guard let end = endOfHead(bytes) else { return 0 }
            start = end
            socket.phase = plan.wire == .raw ? .ready : .greeting
            if plan.wire == .raw, !socket.isPublisher { ready += 1 }
        }
        let now = samplesLatency ? LoadRun.nanoseconds : 0
        while start + 2 <= bytes.count {
            var length = Int(bytes[start + 1] & 0x7F)
            var header = 2
            if length == 126 {
                guard start + 4 <= bytes.count else { break }
                length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
                header = 4
            } else if length == 127 {
                guard start + 10 <= bytes.count else { break }
                length = (0..<8).reduce(0) { $0 << 8 | Int(bytes[start + 2 + $1]) }
                header = 10
            }
            guard start + header + length <= bytes.count else { break }
            let payload = UnsafeBufferPointer(rebasing: bytes[(start + header)..<(start + header + length)])
            frame(bytes[start] & 15, payload, socket, now)
            start += header + length
        }
        return start
    }

    private func endOfHead(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for end in 4...bytes.count where bytes[end - 1] == 10 && bytes[end - 2] == 13 && bytes[end - 3] == 10 {
            return end
        }
        return nil
    }
}
