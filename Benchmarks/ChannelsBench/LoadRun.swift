import CEpoll
import Glibc

/// One run of load against one peer: all sockets on one thread and one epoll.
final class LoadRun {
    /// What a run showed.
    struct Figures {
        var seconds: Double
        var delivered: Int
        var lost: Int
        var disordered: Int
        var percentiles: [Double]
    }

    private let plan: LoadPlan
    private let poll = epoll_create1(0)
    private var sockets: [LoadSocket] = []
    private var publisher: LoadSocket?
    private(set) var ready = 0
    private var delivered = 0
    private var published: Int64 = 0
    private var disordered = 0
    private var latencies: [Int64] = []
    private var samplesLatency = false
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

    private func watch(_ socket: LoadSocket, _ operation: Int32, writing: Bool) {
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

    private func send(_ socket: LoadSocket) {
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

    // MARK: - Messages

    private func frame(_ opcode: UInt8, _ payload: UnsafeBufferPointer<UInt8>, _ socket: LoadSocket, _ now: Int64) {
        guard opcode != 8 else { return }
        if socket.phase == .ready {
            if socket.isPublisher { return }
            switch plan.wire {
            case .raw: count(payload, at: 0, socket, now)
            case .pusher:
                if payload.count > Wire.payload + 40 {
                    count(payload, at: payload.count - Wire.payload - 2, socket, now)
                }
            case .nats: nats(payload, socket, now)
            }
            return
        }
        introduce(ArraySlice(payload), socket)
    }

    /// Greets and subscribes.
    private func introduce(_ message: ArraySlice<UInt8>, _ socket: LoadSocket) {
        if socket.phase == .greeting {
            let id = String(decoding: message, as: UTF8.self).split(separator: "\\\"").first { $0.contains(".") } ?? ""
            socket.phase = .subscribing
            if let wish = plan.wire.subscribe(plan, socketID: String(id)) {
                socket.pending += wish
                send(socket)
            }
        } else if socket.phase == .subscribing, plan.wire.isReady(message) {
            socket.phase = .ready
            if !socket.isPublisher { ready += 1 }
        }
    }

    /// One payload: `TIME NUMBER ......`, both of fixed width.
    private func count(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int, _ socket: LoadSocket, _ now: Int64) {
        guard start >= 0, bytes.count >= start + 32 else { return }
        let number = digits(bytes, start + 20, 10)
        if number != socket.last + 1 { disordered += 1 }
        socket.last = number
        socket.received += 1
        delivered += 1
        if samplesLatency { latencies.append(now - digits(bytes, start, 19)) }
    }

    private func digits(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int64 {
        var value: Int64 = 0
        for index in start..<(start + count) { value = value &* 10 &+ Int64(bytes[index] &- 0x30) }
        return value
    }

    /// Messages of NATS within a frame; a message may go on in the next frame, but never its payload's end is lost here
    /// because what counts is the payload's beginning.
    private func nats(_ bytes: UnsafeBufferPointer<UInt8>, _ socket: LoadSocket, _ now: Int64) {
        var whole = bytes
        let joined: [UInt8]
        if !socket.nats.isEmpty {
            joined = socket.nats + bytes
            socket.nats = []
            joined.withUnsafeBufferPointer { natsLines($0, socket, now) }
            return
        }
        whole = bytes
        natsLines(whole, socket, now)
    }

    private func natsLines(_ bytes: UnsafeBufferPointer<UInt8>, _ socket: LoadSocket, _ now: Int64) {
        var start = 0
        while start < bytes.count {
            guard let end = bytes[start...].firstIndex(of: 10) else { break }
            guard bytes[start] == UInt8(ascii: "M") else {
                start = end + 1
                continue
            }
            guard end + 1 + Wire.payload + 2 <= bytes.count else { break }
            count(bytes, at: end + 1, socket, now)
            start = end + 1 + Wire.payload + 2
        }
        if start < bytes.count { socket.nats = Array(bytes[start...]) }
    }

    /// The next payload.
    private func payload() -> [UInt8] {
        published += 1
        let time = String(LoadRun.nanoseconds)
        let number = String(published)
        var text = [UInt8](repeating: UInt8(ascii: "0"), count: 19 - time.utf8.count) + Array(time.utf8)
        text.append(UInt8(ascii: " "))
        text += [UInt8](repeating: UInt8(ascii: "0"), count: 10 - number.utf8.count) + Array(number.utf8)
        text.append(UInt8(ascii: " "))
        return text + [UInt8](repeating: UInt8(ascii: "x"), count: Wire.payload - text.count)
    }

    // MARK: - Publishing

    /// Publishes for the plan's time and waits for the last to arrive.
    func publish() -> Figures {
        samplesLatency = plan.rate != nil
        delivered = 0
        let start = LoadRun.nanoseconds
        let end = start + Int64(plan.seconds * 1e9)
        while LoadRun.nanoseconds < end {
            if let rate = plan.rate { publishDue(start, rate) } else { publishWindow() }
            turn(milliseconds: 1)
        }
        let deliveredInTime = delivered
        let seconds = Double(LoadRun.nanoseconds - start) / 1e9
        let expected = Int(published) * plan.subscribers
        let patience = LoadRun.nanoseconds + 10_000_000_000
        while delivered < expected, LoadRun.nanoseconds < patience { turn(milliseconds: 10) }
        latencies.sort()
        let percentiles = [0.5, 0.99, 0.999, 1].map { part -> Double in
            latencies.isEmpty
                ? 0 : Double(latencies[min(latencies.count - 1, Int(Double(latencies.count) * part))]) / 1e6
        }
        return Figures(
            seconds: seconds,
            delivered: deliveredInTime,
            lost: expected - delivered,
            disordered: disordered,
            percentiles: percentiles
        )
    }

    private func publishDue(_ start: Int64, _ rate: Double) {
        let due = Int64(Double(LoadRun.nanoseconds - start) / 1e9 * rate)
        var bytes: [UInt8] = []
        while published < due { plan.wire.publish(payload(), on: plan.channel, to: &bytes) }
        push(bytes)
    }

    /// Keeps a window of publications on their way, so that a peer without back pressure is not drowned.
    private func publishWindow() {
        guard let publisher, !publisher.hasPending else { return }
        let arrived = Int64(delivered / max(1, plan.subscribers))
        let room = Int64(plan.window) - (published - arrived)
        guard room > 0 else { return }
        var bytes: [UInt8] = []
        for _ in 0..<min(room, 200) { plan.wire.publish(payload(), on: plan.channel, to: &bytes) }
        push(bytes)
    }

    private func push(_ bytes: [UInt8]) {
        guard let publisher, !bytes.isEmpty else { return }
        publisher.pending += bytes
        send(publisher)
    }
}
