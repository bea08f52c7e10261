/// Something to do when a region or zone is entered or left, as configuration files write it.
package struct PlaceAction: Decodable, Sendable {
    /// When.
    package enum Occasion: String, Codable, Sendable {
        /// When it is entered.
        case enter
        /// When it is left.
        case exit
        /// Either way.
        case both
    }

    /// A POST of the event as JSON; with a secret, `X-Sightline-Signature` holds HMAC-SHA256 of the body.
    package struct Post: Decodable, Sendable {
        /// Where to.
        package var url: String
        /// What it is signed with; nil for no signature.
        package var secret: String?
    }

    /// An event on a channel: of another Pusher-compatible server by its HTTP interface where all of `url`, `app`,
    /// `key` and `secret` are set, of the studio itself if none is.
    package struct Publish: Decodable, Sendable {
        /// The channel.
        package var channel: String
        /// The server, such as `http://host:port`.
        package var url: String?
        /// The application's number.
        package var app: String?
        /// The application's key.
        package var key: String?
        /// The application's secret.
        package var secret: String?
    }

    /// The region that it is for; all where it is absent.
    package var region: String?
    /// `both` where it is absent.
    package var on: Occasion?
    /// A program and its arguments; it finds the event in SIGHTLINE_EVENT, SIGHTLINE_REGION and SIGHTLINE_BEACON.
    package var run: [String]?
    /// What to post.
    package var post: Post?
    /// What to publish.
    package var publish: Publish?

    /// Whether it is for an event: enters and exits only.
    ///
    /// A region may be meant by its name or its identifier.
    package func isFor(_ notice: PlaceNotice) -> Bool {
        guard region == nil || region == notice.region || region == notice.place else { return false }
        guard let occasion = Occasion(rawValue: notice.event) else { return false }
        return (on ?? .both) == .both || on == occasion
    }
}
