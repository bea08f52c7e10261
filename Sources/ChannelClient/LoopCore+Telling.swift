import PusherProtocol

extension LoopCore {
    func authorize(_ channel: ChannelName, _ id: SocketID) {
        let (authentication, key, client) = (options.authentication, key, httpClient)
        Task {
            do {
                let word = try await authentication.authorize(channel, for: id, key: key, client: client)
                loop.execute { self.authorized(channel, word, id) }
            } catch {
                loop.execute { self.perform(self.connection.unauthorized(channel, reason: "\(error)")) }
            }
        }
    }

    private func authorized(_ channel: ChannelName, _ word: ChannelAuthorization, _ id: SocketID) {
        if channel.kind.access == .encrypted {
            guard let secret = word.sharedSecret.flatMap({ try? EncryptedChannel(sharedSecret: $0) }) else {
                return perform(connection.unauthorized(channel, reason: "the authorisation holds no shared secret"))
            }
            secrets[channel.text] = secret
        }
        perform(connection.authorized(channel, word, for: id))
    }

    func authorizeUser(_ id: SocketID) {
        let (authentication, key, client) = (options.authentication, key, httpClient)
        Task {
            do {
                let word = try await authentication.authorizeUser(for: id, key: key, client: client)
                loop.execute { self.perform(self.connection.authorized(word, for: id)) }
            } catch {
                loop.execute { self.tell(.fault(code: nil, message: "\(error)")) }
            }
        }
    }

    func tell(_ notice: ClientNotice) {
        switch notice {
        case .event(let message): return tell(message)
        case .present(let channel, let snapshot):
            members[channel.text] = Dictionary(snapshot.members.map { ($0.userID, $0) }) { first, _ in first }
        case .memberAdded(let channel, let member): members[channel, default: [:]][member.userID] = member
        case .memberRemoved(let channel, let user): members[channel]?[user] = nil
        default: break
        }
        listeners.tell(notice)
    }

    private func tell(_ message: Message) {
        guard let channel = message.channel, ChannelKind(name: channel).access == .encrypted else {
            return pass(message, data: nil)
        }
        if let data = opened(message, channel) { return pass(message, data: data) }
        refetch(message, channel)
    }

    private func opened(_ message: Message, _ channel: String) -> String? {
        guard let payload = message.data?.unwrapped, let bytes = try? secrets[channel]?.open(payload) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The secret may have changed: asks for it once more, and drops the event when that does not open it either.
    private func refetch(_ message: Message, _ channel: String) {
        guard let name = try? ChannelName(channel, limit: 1000), let id = connection.socketID else { return }
        let (authentication, key, client) = (options.authentication, key, httpClient)
        Task {
            let word = try? await authentication.authorize(name, for: id, key: key, client: client)
            loop.execute {
                self.secrets[channel] = word?.sharedSecret.flatMap { try? EncryptedChannel(sharedSecret: $0) }
                if let data = self.opened(message, channel) {
                    self.pass(message, data: data)
                } else {
                    self.tell(.fault(code: nil, message: "An event on \(channel) cannot be opened"))
                }
            }
        }
    }

    private func pass(_ message: Message, data: String?) {
        listeners.tell(.event(message))
        listeners.tell(ChannelEvent(message, data: data))
    }
}
