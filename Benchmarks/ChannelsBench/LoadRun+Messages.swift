import Glibc

extension LoadRun {
    func frame(_ opcode: UInt8, _ payload: UnsafeBufferPointer<UInt8>, _ socket: LoadSocket, _ now: Int64) {
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
    func payload() -> [UInt8] {
        published += 1
        let time = String(LoadRun.nanoseconds)
        let number = String(published)
        var text = [UInt8](repeating: UInt8(ascii: "0"), count: 19 - time.utf8.count) + Array(time.utf8)
        text.append(UInt8(ascii: " "))
        text += [UInt8](repeating: UInt8(ascii: "0"), count: 10 - number.utf8.count) + Array(number.utf8)
        text.append(UInt8(ascii: " "))
        return text + [UInt8](repeating: UInt8(ascii: "x"), count: Wire.payload - text.count)
    }
}
