extension LoadRun {
    /// What a run showed.
    struct Figures {
        var seconds: Double
        var delivered: Int
        var lost: Int
        var disordered: Int
        var percentiles: [Double]
    }

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
