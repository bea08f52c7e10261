extension ClientConnection {
    /// The user wants a connection.
    public mutating func connect(milliseconds: Int64) -> Action {
        switch state {
        case .connected, .connecting, .unavailable: return .ignore
        case .initialized, .disconnected, .failed: break
        }
        state = .connecting
        disconnectedAt = milliseconds
        attempts = 0
        return .open(isTLS: isTLS)
    }

    /// The user wants none any more.
    public mutating func disconnect() -> Action {
        switch state {
        case .initialized, .disconnected, .failed: return .ignore
        case .connected, .connecting, .unavailable: break
        }
        state = .disconnected
        dropSubscriptions()
        return .close
    }

    /// The wait is over.
    public mutating func reconnect() -> Action {
        switch state {
        case .connecting, .unavailable: .open(isTLS: isTLS)
        default: .ignore
        }
    }

    /// The socket is gone, or could not be opened; `code` is the close frame's.
    public mutating func closed(code: Int?, milliseconds: Int64, jitter: Double) -> Action {
        guard state != .disconnected else { return .ignore }
        if socketID != nil { disconnectedAt = milliseconds }
        dropSubscriptions()
        state = isOverdue(milliseconds) ? .unavailable : .connecting
        attempts += 1
        switch ReconnectPolicy(closeCode: code) {
        case .refused:
            let refusal = CloseCode(rawValue: code ?? CloseCode.pathNotFound.rawValue)
            state = .failed(refusal)
            return .fail(refusal)
        case .upgradeToTLS:
            guard !isTLS else {
                state = .failed(.onlyTLS)
                return .fail(.onlyTLS)
            }
            isTLS = true
            return .wait(milliseconds: 0)
        case .immediately:
            // A server that keeps saying so is not to be hammered.
            return .wait(milliseconds: attempts <= 1 ? Int64(jitter * 250) : delay(jitter))
        case .backOff:
            return .wait(milliseconds: delay(jitter))
        }
    }

    /// Time has passed; call it about once a second.
    public mutating func tick(milliseconds: Int64) -> Action {
        switch state {
        case .connecting:
            if isOverdue(milliseconds) { state = .unavailable }
            return .ignore
        case .connected:
            if let pingedAt {
                return milliseconds - pingedAt >= Int64(options.pongTimeout) * 1000 ? .close : .ignore
            }
            guard milliseconds - lastActivity >= activityTimeout else { return .ignore }
            pingedAt = milliseconds
            return .send(.clientPing)
        default:
            return .ignore
        }
    }

    /// Doubles from one second; the jitter takes away up to half, so that clients do not come back in step.
    private func delay(_ jitter: Double) -> Int64 {
        let full = min(options.longestWait, 1000 << Int64(min(attempts, 10) - 1))
        return max(1000, full - Int64(jitter * Double(full) / 2))
    }

    private func isOverdue(_ milliseconds: Int64) -> Bool {
        disconnectedAt.map { milliseconds - $0 >= Int64(options.unavailableTimeout) * 1000 } ?? false
    }

    private mutating func dropSubscriptions() {
        pingedAt = nil
        for name in channels.keys {
            channels[name]?.isSubscribed = false
            channels[name]?.isPending = false
        }
    }
}
