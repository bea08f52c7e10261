import NIOCore
import PusherProtocol

/// A hub's shards: one for each event loop.
struct Shards: Sendable {
    /// A shard that is only touched on its loop.
    struct LoopBound: @unchecked Sendable {
        let loop: any EventLoop
        let shard: Shard
        fileprivate let inbox: Inbox

        fileprivate init(loop: any EventLoop) {
            self.loop = loop
            shard = Shard(loop: loop)
            inbox = Inbox(shard: shard)
        }
    }

    /// A loop for what belongs to no connection.
    let anyLoop: any EventLoop
    private let byLoop: [ObjectIdentifier: LoopBound]

    init(group: any EventLoopGroup) {
        var byLoop: [ObjectIdentifier: LoopBound] = [:]
        for loop in group.makeIterator() { byLoop[ObjectIdentifier(loop)] = LoopBound(loop: loop) }
        self.byLoop = byLoop
        anyLoop = group.next()
    }

    var all: [LoopBound] { Array(byLoop.values) }

    /// The shard of an event loop the caller runs on.
    func shard(on loop: any EventLoop) -> Shard {
        loop.preconditionInEventLoop()
        guard let bound = byLoop[ObjectIdentifier(loop)] else {
            preconditionFailure("a connection runs on a loop of another group than its hub's")
        }
        return bound.shard
    }

    /// Hands an event to the subscribers of a channel on every loop.
    func deliver(_ delivery: Delivery, to key: String) {
        let frame = Frame.text(delivery.json)
        for bound in byLoop.values {
            // Numbered events keep one order on every shard, so they always wait their turn.
            if delivery.serial == nil, !delivery.isOrdered, bound.loop.inEventLoop {
                bound.shard.deliver(frame, to: key, except: delivery.except, serial: nil, extras: delivery.extras)
            } else {
                bound.inbox.put(
                    Inbox.Entry(
                        frame: frame,
                        key: key,
                        except: delivery.except,
                        serial: delivery.serial,
                        extras: delivery.extras
                    )
                )
            }
        }
    }

    /// What has been sent to subscribers.
    func counts() async -> DeliveryCounts {
        var sum = DeliveryCounts()
        for bound in byLoop.values {
            if let counts = try? await bound.loop.submit({ bound.shard.counts }).get() { sum = sum + counts }
        }
        return sum
    }
}
