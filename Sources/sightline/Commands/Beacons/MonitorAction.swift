/// Something to do when a region is entered or left.
struct MonitorAction: Decodable {
    /// When.
    enum Occasion: String, Decodable {
        case enter
        case exit
        case both
    }

    /// A POST of the event as JSON; with a secret, `X-Sightline-Signature` holds HMAC-SHA256 of the body.
    struct Post: Decodable {
        var url: String
        var secret: String?
    }

    /// An event on a channel of a Pusher-compatible server, by its HTTP API.
    struct Publish: Decodable {
        var url: String
        var app: String
        var key: String
        var secret: String
        var channel: String
    }

    /// The region that it is for; all where it is absent.
    var region: String?
    /// `both` where it is absent.
    var on: Occasion?
    /// A program and its arguments; it finds the event in SIGHTLINE_EVENT, SIGHTLINE_REGION and SIGHTLINE_BEACON.
    var run: [String]?
    var post: Post?
    var publish: Publish?

    /// Whether it is for an event: enters and exits only.
    func isFor(_ event: MonitorEvent) -> Bool {
        guard region == nil || region == event.region else { return false }
        guard Occasion(rawValue: event.event) != nil else { return false }
        return (on ?? .both) == .both || on?.rawValue == event.event
    }
}
