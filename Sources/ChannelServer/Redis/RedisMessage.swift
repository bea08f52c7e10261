import PusherProtocol

/// What processes publish to all others on `ev`: `NODE␟APPLICATION␟CHANNEL␟EXCEPT␟NUMBERS␟JSON` for an event,
/// `NODE␟APPLICATION␟␟KIND␟USER␟` for a notice.
///
/// `NUMBERS` is empty, or `SERIAL TICKET LATE` for an event that its channel keeps.
enum RedisMessage {
    /// An event, the ticket that its process gave it if its channel keeps it, and whether it comes late.
    case event(Delivery, node: String, ticket: UInt64?, isLate: Bool)
    /// What is no channel's event.
    case notice(BusNotice, node: String)

    private static let separator: UInt8 = 31

    /// Reads a payload; nil if it is not one.
    init?(payload: [UInt8]) {
        let parts = payload.split(separator: Self.separator, maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6 else { return nil }
        let words = parts.prefix(5).map { String(decoding: $0, as: UTF8.self) }
        guard !words[2].isEmpty else {
            guard let kind = BusNotice.Kind(rawValue: words[3]) else { return nil }
            self = .notice(BusNotice(kind: kind, application: words[1], user: words[4]), node: words[0])
            return
        }
        let numbers = words[4].split(separator: " ")
        let delivery = Delivery(
            fromServer: Array(parts[5]),
            application: words[1],
            channel: words[2],
            except: try? SocketID(words[3]),
            serial: numbers.first.flatMap { Int64($0) }
        )
        let ticket = numbers.count > 1 ? UInt64(numbers[1]) : nil
        self = .event(delivery, node: words[0], ticket: ticket, isLate: numbers.count > 2 && numbers[2] == "1")
    }

    /// The payload of an event that no channel keeps.
    static func payload(_ delivery: Delivery, node: String) -> [UInt8] {
        payload(
            [node, delivery.application, delivery.channel, delivery.except?.description ?? "", ""],
            delivery.extras.inserted(into: delivery.json)
        )
    }

    /// The payload of a notice.
    static func payload(_ notice: BusNotice, node: String) -> [UInt8] {
        payload([node, notice.application, "", notice.kind.rawValue, notice.user], [])
    }

    private static func payload(_ head: [String], _ body: [UInt8]) -> [UInt8] {
        var payload: [UInt8] = []
        for word in head {
            payload += word.utf8
            payload.append(separator)
        }
        return payload + body
    }
}

/// A change of a presence channel's members or of who is signed in, published on `mb` by the script that made it.
struct MembershipChange {
    enum Kind: String {
        /// The user's first connection joined.
        case added
        /// Another connection of a member joined.
        case elsewhere
        /// A process has no more connections of a member; others have.
        case parted
        /// The user's last connection left.
        case removed
        /// The user's first connection signed in.
        case userCame
        /// The user's last connection that was signed in is gone.
        case userWent
        /// A process is back after it had lost Redis.
        case introduced
    }

    let kind: Kind
    let node: String
    let application: String
    let channel: String
    let user: String
    let member: Member?
    let except: SocketID?
    /// How many connections a member has when a process has no more of them.
    let left: Int

    /// Reads a payload; nil if it is not one.
    init?(payload: [UInt8]) {
        guard let json = try? JSONText(parsing: payload), let kind = json["kind"]?.string.flatMap(Kind.init),
            let node = json["node"]?.string
        else { return nil }
        self.kind = kind
        self.node = node
        application = json["app"]?.string ?? ""
        channel = json["ch"]?.string ?? ""
        user = json["user"]?.string ?? ""
        member = json["member"]?.stringBytes.flatMap { Member(redis: $0) }
        except = json["except"]?.string.flatMap { try? SocketID($0) }
        left = Int(clamping: json["left"]?.integer ?? 0)
        switch kind {
        case .introduced: break
        case .userCame, .userWent: guard !user.isEmpty else { return nil }
        case .added: guard !channel.isEmpty, !user.isEmpty, member != nil else { return nil }
        case .elsewhere, .parted, .removed: guard !channel.isEmpty, !user.isEmpty else { return nil }
        }
    }
}

/// What a script publishes to one process: the answer to a join, a list of members, who is signed in, or missed events.
enum RedisAnswer {
    case join(JoinAnswer)
    case members(MemberList)
    case online(Set<String>, ticket: UInt64)
    case missed(MissedEvents)

    /// Reads a payload; nil if it is not one.
    init?(payload: [UInt8]) {
        guard let json = try? JSONText(parsing: payload) else { return nil }
        if json["look"]?.boolean == true {
            guard let list = MemberList(json) else { return nil }
            self = .members(list)
        } else {
            guard let ticket = json["ticket"]?.string.flatMap({ UInt64($0) }) else { return nil }
            if json["missed"] != nil {
                guard let missed = MissedEvents(ticket: ticket, json: json) else { return nil }
                self = .missed(missed)
            } else if let online = json["online"] {
                self = .online(Set(online.elements.compactMap(\.string)), ticket: ticket)
            } else {
                self = .join(JoinAnswer(ticket: ticket, json: json))
            }
        }
    }
}

/// The members of a presence channel in Redis, and the registered processes.
struct MemberList {
    let application: String
    let channel: String
    let members: [Member]
    let nodes: [String]

    fileprivate init?(_ json: JSONText) {
        guard let channel = json["ch"]?.string, let application = json["app"]?.string else { return nil }
        (self.channel, self.application) = (channel, application)
        members = json["members"]?.elements.compactMap { $0.stringBytes.flatMap { Member(redis: $0) } } ?? []
        nodes = json["nodes"]?.elements.compactMap(\.string) ?? []
    }
}

/// The events of a channel that a process missed while it was not connected to Redis.
struct MissedEvents {
    let ticket: UInt64
    /// The channel, as `APPLICATION/CHANNEL`.
    let key: String
    /// The number of the channel's last event.
    let serial: Int64
    /// The messages as subscribers get them, in order.
    let events: [[UInt8]]

    fileprivate init?(ticket: UInt64, json: JSONText) {
        guard let key = json["missed"]?.string, let serial = json["serial"]?.string.flatMap({ Int64($0) }) else {
            return nil
        }
        (self.ticket, self.key, self.serial) = (ticket, key, serial)
        events =
            json["events"]?.elements.compactMap { item in
                item.stringBytes.flatMap { bytes in bytes.firstIndex(of: 0x20).map { Array(bytes[($0 + 1)...]) } }
            } ?? []
    }

    /// Those that were published while Redis was away.
    var lateEvents: [[UInt8]] { events.filter { (try? Message(parsing: $0))?.isLate == true } }
}

/// What became of a join in Redis.
struct JoinAnswer {
    let ticket: UInt64
    fileprivate let json: JSONText

    /// Whether the channel has as many members as it may.
    var isRefused: Bool { json["refused"]?.boolean == true }
    /// Whether the member has connections to other processes.
    var isElsewhere: Bool { json["elsewhere"]?.boolean == true }

    /// The outcome of the join, with the events that its connection gets.
    func outcome(of join: Join) -> JoinOutcome {
        var outcome = JoinOutcome()
        outcome.count = Int(json["count"]?.integer ?? 1)
        outcome.isFirst = outcome.count == 1
        outcome.isNewMember = json["new"]?.boolean == true
        outcome.members =
            json["members"]?.elements.compactMap { $0.stringBytes.flatMap { Member(redis: $0) } } ?? []
        if let epoch = json["epoch"]?.string { history(epoch).serve(join, outcome: &outcome) }
        return outcome
    }

    private func history(_ epoch: String) -> ChannelHistory {
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
        return ChannelHistory(
            epoch: epoch,
            serial: json["serial"]?.integer ?? 0,
            events: events ?? [],
            left: isRemembered ? left[0] : nil
        )
    }
}

extension Member {
    /// Reads a member as it is stored in Redis; nil if it is not one.
    init?(redis bytes: [UInt8]) {
        guard let json = try? JSONText(parsing: bytes), let member = try? Member(channelData: json) else { return nil }
        self = member
    }
}

/// An item of the reply to a beat: what a sweep took out, or who is left.
enum SweptItem {
    /// A channel lost a member or its last subscription.
    case subscription(Swept)
    /// The processes that live.
    case nodes([String])

    /// Reads the reply of a sweep; what is something else is passed over.
    static func items(_ reply: RedisReply) -> [SweptItem] {
        reply.elements.compactMap { item in
            let words = item.elements.compactMap(\.string)
            return switch words.first {
            case "m" where words.count == 4:
                .subscription(Swept(application: words[1], channel: words[2], members: [words[3]], isVacated: false))
            case "c" where words.count == 3:
                .subscription(Swept(application: words[1], channel: words[2], members: [], isVacated: true))
            case "n" where words.count == 2:
                (try? JSONText(parsing: Array(words[1].utf8))).map { .nodes($0.elements.compactMap(\.string)) }
            default: nil
            }
        }
    }
}
