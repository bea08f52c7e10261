import PusherProtocol

/// The commands of one process, as words for Redis.
struct RedisCommand {
    static let prefix = "sightline:channels:"
    /// A deadline that never passes.
    static let never = Int64.max / 2

    /// Lists the registered processes.
    static let listNodes = ["SMEMBERS", prefix + "nodes"].map { Array($0.utf8) }

    /// Asks for the name of the history that Redis keeps.
    static let readEpoch = ["GET", prefix + "epoch"].map { Array($0.utf8) }

    /// The process's name.
    let node: String

    func publish(_ payload: [UInt8]) -> [[UInt8]] {
        [Array("PUBLISH".utf8), Array((Self.prefix + "ev").utf8), payload]
    }

    func join(_ join: Join, ticket: UInt64, deadline: Int64) -> [[UInt8]] {
        let channel = join.subscription.channel
        let member = join.subscription.member
        return script(
            RedisScripts.join,
            [
                String(deadline), String(ticket), join.application.id, channel.text, member?.userID ?? "",
                member?.json.text ?? "", String(join.application.limits.presenceMembers), join.keepsEvents ? "1" : "0",
                join.returningUser ?? "", join.socketID.description,
            ]
        )
    }

    func leave(_ leave: Leave, deadline: Int64) -> [[UInt8]] {
        let rule = leave.application.historyRule(for: leave.subscription.channel)
        return script(
            RedisScripts.leave,
            [
                String(deadline), leave.application.id, leave.subscription.channel.text,
                leave.subscription.member?.userID ?? "", rule == nil ? "" : leave.returningUser ?? "",
                String(rule?.seconds ?? 0),
            ]
        )
    }

    func keep(_ publication: Publication, ticket: UInt64, deadline: Int64) -> [[UInt8]] {
        let rule = publication.application.historyRule(for: publication.channel)
        return script(
            RedisScripts.keep,
            [
                String(deadline), String(ticket), publication.application.id, publication.channel.text,
                publication.except?.description ?? "",
                String(decoding: publication.message.encodedForServers().dropLast(), as: UTF8.self),
                rule == nil ? "0" : "1",
                String(rule?.events ?? 1), String(rule?.seconds ?? publication.application.limits.cacheSeconds),
                publication.message.isLate ? "1" : "0",
            ]
        )
    }

    /// Joins and sign-ins for everything in a registry, without waiting for answers.
    func restore(_ registry: Registry) -> [[[UInt8]]] {
        var all: [[[UInt8]]] = []
        for (application, channels) in registry.channels {
            for (channel, entry) in channels {
                let held = entry.members.values.flatMap { Array(repeating: Optional($0.member), count: $0.connections) }
                let others = Array(repeating: Member?.none, count: max(0, entry.count - held.count))
                for member in held + others {
                    let words = [
                        String(Self.never), "", application, channel, member?.userID ?? "", member?.json.text ?? "",
                        "1000000", "0", "", "",
                    ]
                    all.append(script(RedisScripts.join, words))
                }
            }
        }
        for (application, users) in registry.users {
            for (user, count) in users {
                let words = script(RedisScripts.signIn, [String(Self.never), application, user])
                all += Array(repeating: words, count: count)
            }
        }
        return all
    }

    /// Asks for the events that a channel's subscribers have missed, of the history `epoch` behind their last one.
    func missed(_ request: DeliveredEvents.Request, ticket: UInt64, epoch: String?) -> [[UInt8]] {
        let words = [String(ticket), request.key, epoch ?? "", String(request.serial ?? 0)]
        return script(RedisScripts.missed, words)
    }

    /// Says that this process has reported that a user left while Redis was away.
    func reported(_ departure: OutageRecord.Departure) -> [[UInt8]] {
        let key = [departure.application, departure.channel, departure.user].joined(separator: "/")
        return ["SET", Self.prefix + "w:" + key, node, "EX", "30"].map { Array($0.utf8) }
    }

    func script(_ text: String, _ words: [String]) -> [[UInt8]] {
        (["EVAL", text, "0", Self.prefix, node] + words).map { Array($0.utf8) }
    }
}
