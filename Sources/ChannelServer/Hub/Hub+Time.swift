import NIOCore
import PusherProtocol

extension Hub {
    /// Looks after silent clients once a second on every loop.
    func startTicking() -> [RepeatedTask] {
        allShards.map { bound in
            bound.loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
                self.tick(bound.shard)
            }
        }
    }

    private func tick(_ shard: Shard) {
        let now = Clock.milliseconds
        for subscriber in shard.subscribers.values {
            switch subscriber.state.tick(milliseconds: now) {
            case .send(let message): shard.send(message, to: subscriber)
            case .close(let code): close(subscriber, code, on: shard)
            default: break
            }
        }
    }

    /// Closes every connection with 4200, a batch every tenth of a second, so that they do not all come back at once.
    func tellAllToReconnect(batch: Int) async {
        var isDone = false
        while !isDone {
            isDone = true
            for bound in allShards {
                let left = try? await bound.loop.submit { () -> Int in
                    let open = bound.shard.subscribers.values.filter { !$0.isCut }
                    for subscriber in open.prefix(batch) { self.end(subscriber, .reconnect, on: bound.shard) }
                    return max(0, open.count - batch)
                }.get()
                if let left, left > 0 { isDone = false }
            }
            if !isDone { await pause(milliseconds: 100) }
        }
    }

    /// Waits, even in a task that has been cancelled: a server that is told to stop still has goodbyes to say.
    func pause(milliseconds: Int64) async {
        try? await anyLoop.scheduleTask(in: .milliseconds(milliseconds)) {}.futureResult.get()
    }

    /// How many events have been sent to subscribers.
    func deliveries() async -> Int {
        var sum = 0
        for bound in allShards {
            sum += (try? await bound.loop.submit { bound.shard.deliveries }.get()) ?? 0
        }
        return sum
    }
}
