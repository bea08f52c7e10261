import NIOCore
import PusherProtocol

extension RedisBus {
    private static let separator: UInt8 = 31

    /// Publishes an event.
    public func publish(_ publication: Publication) {
        let (commands, receiver) = state.withLockedValue { ($0.commands, $0.receiver) }
        if publication.isStored, commands?.send(keep(publication)) == true { return }
        let delivery = Delivery(publication, publication.message, serial: nil)
        receiver?.deliver(delivery)
        let head = [node, delivery.application, delivery.channel, delivery.except?.description ?? "", ""]
        send("ev", head, delivery.json)
    }

    private func keep(_ publication: Publication) -> [[UInt8]] {
        let rule = publication.application.historyRule(for: publication.channel)
        return script(
            RedisScripts.keep,
            [
                publication.application.id, publication.channel.text, publication.except?.description ?? "",
                String(decoding: publication.message.encoded().dropLast(), as: UTF8.self), rule == nil ? "0" : "1",
                String(rule?.events ?? 1), String(rule?.seconds ?? publication.application.limits.cacheSeconds),
            ]
        )
    }

    /// Tells every process, this one first.
    public func announce(_ notice: BusNotice) {
        state.withLockedValue(\.receiver)?.notice(notice)
        send("ev", [node, notice.application, "", notice.kind.rawValue, notice.user], [])
    }

    private func send(_ channel: String, _ head: [String], _ body: [UInt8]) {
        var payload: [UInt8] = []
        for word in head {
            payload += word.utf8
            payload.append(Self.separator)
        }
        let words = ["PUBLISH", RedisBus.prefix + channel].map { Array($0.utf8) } + [payload + body]
        state.withLockedValue(\.commands)?.send(words)
    }

    // MARK: - Hearing

    func heard(_ channel: String, _ payload: [UInt8]) {
        if channel == RedisBus.prefix + "ev" { event(payload) } else { answer(payload) }
    }

    /// `NODE␟APPLICATION␟CHANNEL␟EXCEPT␟SERIAL␟JSON`, or `NODE␟APPLICATION␟␟KIND␟USER␟` for a notice.
    private func event(_ payload: [UInt8]) {
        let parts = payload.split(separator: Self.separator, maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6, let receiver = state.withLockedValue(\.receiver) else { return }
        let words = parts.prefix(5).map { String(decoding: $0, as: UTF8.self) }
        let isOwn = words[0] == node
        if words[2].isEmpty {
            guard !isOwn, let kind = BusNotice.Kind(rawValue: words[3]) else { return }
            return receiver.notice(BusNotice(kind: kind, application: words[1], user: words[4]))
        }
        let serial = Int64(words[4])
        guard !isOwn || serial != nil else { return }
        receiver.deliver(
            Delivery(
                application: words[1],
                channel: words[2],
                json: Array(parts[5]),
                except: try? SocketID(words[3]),
                serial: serial
            )
        )
    }

    /// What became of a join, in the same stream as the events, so that it stands where it belongs among them.
    private func answer(_ payload: [UInt8]) {
        guard let json = try? JSONText(parsing: payload), let ticket = json["ticket"]?.string.flatMap({ UInt64($0) }),
            let pending = state.withLockedValue({ $0.pending.removeValue(forKey: ticket) })
        else { return }
        pending.promise.succeed(outcome(json, of: pending))
    }

    private func outcome(_ json: JSONText, of pending: Pending) -> JoinOutcome {
        var outcome = JoinOutcome()
        if json["refused"]?.boolean == true {
            outcome.refusal = .channelFull
            takeBack(pending.join)
            return outcome
        }
        outcome.count = Int(json["count"]?.integer ?? 1)
        outcome.isFirst = outcome.count == 1
        outcome.isNewMember = json["new"]?.boolean == true
        outcome.members =
            json["members"]?.elements.compactMap { item in
                item.stringBytes.flatMap { try? JSONText(parsing: $0) }.flatMap { try? Member(channelData: $0) }
            } ?? []
        guard let epoch = json["epoch"]?.string else { return outcome }
        shelf(json, epoch).serve(pending.join, outcome: &outcome)
        return outcome
    }

    private func shelf(_ json: JSONText, _ epoch: String) -> Shelf {
        let live = Set(json["live"]?.elements.compactMap { $0.string.flatMap { Int64($0) } } ?? [])
        let events = json["events"]?.elements.compactMap { item -> (message: Message, serial: Int64)? in
            guard let bytes = item.stringBytes, let space = bytes.firstIndex(of: 0x20),
                let serial = Int64(String(decoding: bytes[..<space], as: UTF8.self)), live.contains(serial),
                let message = try? Message(parsing: Array(bytes[(space + 1)...]))
            else { return nil }
            return (message, serial)
        }
        let left = json["left"]?.string.map { $0.split(separator: " ").compactMap { Int64($0) } } ?? []
        let isRemembered = left.count == 2 && left[1] > json["now"]?.integer ?? 0
        return Shelf(
            epoch: epoch,
            serial: json["serial"]?.integer ?? 0,
            events: events ?? [],
            left: isRemembered ? left[0] : nil
        )
    }

    private func takeBack(_ join: Join) {
        let leave = Leave(
            application: join.application,
            socketID: join.socketID,
            subscription: join.subscription,
            user: join.user
        )
        _ = state.withLockedValue { $0.registry.leave(leave) }
    }

    /// The stream of events is broken, and most likely Redis is gone: commands must find it anew before this process is ready.
    func lostStream() {
        failPending()
        state.withLockedValue(\.commands)?.breakOff()
    }

    /// The stream is broken: joins under way are answered with what this process knows by itself.
    func failPending() {
        let pending = state.withLockedValue { state in
            defer { state.pending = [:] }
            return state.pending
        }
        for item in pending.values { item.promise.succeed(item.local) }
    }
}
