import PusherProtocol

/// An event on its way to the bus.
public struct Publication: Sendable {
    /// The application.
    public let application: ChannelApplication
    /// Where to.
    public let channel: ChannelName
    /// What.
    public let message: Message
    /// The connection that does not receive it.
    public let except: SocketID?
    /// Whether it is kept for those who come later, where the channel keeps events.
    public let isKept: Bool

    /// An event for a channel.
    public init(
        application: ChannelApplication,
        channel: ChannelName,
        message: Message,
        except: SocketID? = nil,
        isKept: Bool = true
    ) {
        self.application = application
        self.channel = channel
        self.message = message
        self.except = except
        self.isKept = isKept
    }

    /// Whether the channel keeps this event, in a cache or a history.
    var isStored: Bool { isKept && (channel.kind.isCached || application.historyRule(for: channel) != nil) }
}

/// An event on its way from the bus to this process's subscribers.
public struct Delivery: Sendable {
    /// The application's number.
    public let application: String
    /// The channel's name.
    public let channel: String
    /// The message as subscribers get it.
    public let json: [UInt8]
    /// The connection that does not receive it.
    public let except: SocketID?
    /// Its number, on channels that keep events.
    public let serial: Int64?
    /// Whether it stays in order with others so marked, on every event loop.
    public var isOrdered = false
    /// What its publisher states for the server alone.
    public var extras = EventExtras.none
}

/// What a cache channel holds.
public struct CachedEvent: Sendable, Equatable {
    /// The message as subscribers get it.
    public let message: Message
    /// How much longer it is kept, seconds.
    public let secondsLeft: Int
}

extension Delivery {
    init(_ publication: Publication, _ message: Message, serial: Int64?) {
        self.init(
            application: publication.application.id,
            channel: publication.channel.text,
            json: message.encoded(),
            except: publication.except,
            serial: serial,
            extras: publication.message.extras
        )
    }

    /// An event from another process, as `Message.encodedForServers` writes it.
    init(
        fromServer json: [UInt8],
        application: String,
        channel: String,
        except: SocketID?,
        serial: Int64?,
        isOrdered: Bool = false
    ) {
        var (json, extras) = (json, EventExtras.none)
        if json.starts(with: EventExtras.prefix), let message = try? Message(parsing: json) {
            (json, extras) = (message.encoded(), message.extras)
        }
        self.init(
            application: application,
            channel: channel,
            json: json,
            except: except,
            serial: serial,
            isOrdered: isOrdered,
            extras: extras
        )
    }

    /// The message that a member joined, for the channel's other subscribers.
    static func memberAdded(
        _ member: Member,
        _ application: String,
        _ channel: ChannelName,
        except: SocketID?,
        isOrdered: Bool = true
    ) -> Delivery {
        Delivery(.memberAdded(channel, member), application, channel, except: except, isOrdered: isOrdered)
    }

    /// The message that a member left.
    static func memberRemoved(
        _ user: String,
        _ application: String,
        _ channel: ChannelName,
        isOrdered: Bool = true
    ) -> Delivery {
        Delivery(.memberRemoved(channel, userID: user), application, channel, except: nil, isOrdered: isOrdered)
    }

    private init(
        _ message: Message,
        _ application: String,
        _ channel: ChannelName,
        except: SocketID?,
        isOrdered: Bool
    ) {
        self.init(
            application: application,
            channel: channel.text,
            json: message.encoded(),
            except: except,
            serial: nil,
            isOrdered: isOrdered
        )
    }
}
