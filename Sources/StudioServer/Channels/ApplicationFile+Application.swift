import PusherProtocol

extension ApplicationFile.Entry {
    /// The described application.
    var application: ChannelApplication {
        ChannelApplication(
            id: id,
            name: name ?? id,
            credentials: Credentials(key: key, secret: secret),
            limits: limits,
            options: options,
            history: (history ?? []).map(\.rule),
            webhooks: (webhooks ?? []).map(\.target)
        )
    }

    private var limits: Limits {
        var limits = Limits()
        limits.connections = connections
        limits.presenceMembers = presenceMembers ?? limits.presenceMembers
        limits.clientEventsPerSecond = clientEventsPerSecond ?? limits.clientEventsPerSecond
        return limits
    }

    private var options: ChannelApplication.Options {
        var options = ChannelApplication.Options()
        options.clientEvents = clientEvents ?? options.clientEvents
        options.subscriptionCount = subscriptionCount ?? options.subscriptionCount
        options.onlyTLS = onlyTLS ?? options.onlyTLS
        options.authorizationSeconds = authorizationSeconds
        return options
    }
}

extension ApplicationFile.Entry.History {
    fileprivate var rule: HistoryRule {
        let replay: HistoryRule.Replay =
            switch self.replay {
            case .missed, nil: .missed
            case .always: .always
            case .onRequest: .onRequest
            }
        return HistoryRule(prefix: prefix, events: events ?? 100, seconds: seconds ?? 120, replay: replay)
    }
}

extension ApplicationFile.Entry.Webhook {
    fileprivate var target: WebhookTarget {
        WebhookTarget(url: url, events: Set((events ?? []).compactMap { WebhookEvent.Name(rawValue: $0) }))
    }
}

extension DecodingError {
    /// The entry and the field, and the error in it.
    var place: String {
        let (context, key): (Context, (any CodingKey)?) =
            switch self {
            case .keyNotFound(let key, let context): (context, key)
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            @unknown default: (Context(codingPath: [], debugDescription: "unreadable"), nil)
            }
        let path = (context.codingPath + [key].compactMap { $0 }).map {
            $0.intValue.map { "[\($0)]" } ?? $0.stringValue
        }
        return (path + [context.debugDescription]).joined(separator: " ")
    }
}
