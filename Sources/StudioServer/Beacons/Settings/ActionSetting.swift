import Foundation
import GRDB
import PusherProtocol

/// What the studio does when a region or zone is entered or left.
///
/// Programs are not among it: those are for the studio's own configuration file.
struct ActionSetting: BeaconSetting {
    static let path = "actions"
    static let databaseTableName = "beaconAction"

    var id: String?
    /// The region or zone; nil for all.
    var place: String?
    /// `enter`, `exit` or `both`.
    var on: String
    /// The channel of the studio to publish on; nil if it posts.
    var channel: String?
    /// The address to post to; nil if it publishes.
    var url: String?
    /// Signs what is posted.
    var secret: String?

    func checked() throws -> Self {
        var checked = self
        checked.place = place.flatMap { $0.isEmpty ? nil : $0 }
        guard PlaceAction.Occasion(rawValue: on) != nil else { throw BeaconError.invalid("on", "enter, exit or both") }
        checked.channel = channel.flatMap { $0.isEmpty ? nil : $0 }
        checked.url = url.flatMap { $0.isEmpty ? nil : $0 }
        checked.secret = secret.flatMap { $0.isEmpty ? nil : $0 }
        guard (checked.channel == nil) != (checked.url == nil) else {
            throw BeaconError.invalid("url", "give a channel to publish on or an address to post to")
        }
        if let channel = checked.channel { try Self.check(channel: channel) }
        if let url = checked.url, !Self.isWebAddress(url) { throw BeaconError.invalid("url", "not a web address") }
        return checked
    }

    /// The action in the runner's form.
    var action: PlaceAction {
        var action = PlaceAction(region: place, on: PlaceAction.Occasion(rawValue: on))
        action.post = url.map { PlaceAction.Post(url: $0, secret: secret) }
        action.publish = channel.map { PlaceAction.Publish(channel: $0) }
        return action
    }

    private static func check(channel: String) throws {
        guard let name = try? ChannelName(channel), !name.text.hasPrefix(BeaconChannel.prefix) else {
            throw BeaconError.invalid("channel", "not the name of a channel that may be published on")
        }
    }

    private static func isWebAddress(_ text: String) -> Bool {
        guard let url = URL(string: text), let host = url.host, !host.isEmpty else { return false }
        return url.scheme == "http" || url.scheme == "https"
    }
}
