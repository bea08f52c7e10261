/// The position of an event in its channel's history.
public struct HistoryPosition: Sendable, Hashable {
    /// The history's identity: a new history starts if the old one is lost.
    public let epoch: String
    /// The event's number in it, from 1.
    public let serial: Int64

    /// Creates a position.
    public init(epoch: String, serial: Int64) {
        self.epoch = epoch
        self.serial = serial
    }

    /// Reads `{"epoch":…,"serial":…}`.
    public init?(json: JSONText) {
        guard let epoch = json["epoch"]?.string, let serial = json["serial"]?.integer, serial >= 0 else { return nil }
        self.init(epoch: epoch, serial: serial)
    }

    /// `{"epoch":…,"serial":…}`.
    public var json: JSONText {
        var writer = JSONWriter()
        writer.raw("{\"epoch\":")
        writer.string(epoch)
        writer.raw(",\"serial\":")
        writer.integer(serial)
        writer.raw("}")
        return writer.text
    }
}
