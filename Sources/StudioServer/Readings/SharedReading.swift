import Foundation
import PusherProtocol

/// One reading as a measuring device publishes it, `client-new-measurement` on the channel of its code.
struct SharedReading: Codable, Equatable, Sendable {
    /// The event's name.
    static let event = "client-new-measurement"
    /// The prefix of channels of readings; the code follows.
    static let channelPrefix = "private-measure-"
    /// Late subscribers receive the last readings.
    static let history = HistoryRule(prefix: channelPrefix, events: 200, seconds: 600, replay: .always)
    private static let longestText = 200

    /// Milliseconds since 1970, by the measuring device's clock.
    var time: Int64
    /// The quantity, such as “distance”.
    var kind: String
    /// The measurement's number on its device; only for results.
    var number: Int?
    /// The name a person gave it.
    var name: String?
    /// The value in SI units.
    var value: Double
    /// One standard deviation, in the same unit.
    var sigma: Double
    /// The SI unit.
    var unit: String
    /// The value as text for a person.
    var text: String
    /// Whether it is a measurement's result, or an intermediate reading.
    var isFinal: Bool

    private var isPlausible: Bool {
        let texts = [kind, name ?? "", unit, text]
        return texts.allSatisfy { $0.utf8.count <= Self.longestText } && value.isFinite && sigma.isFinite && sigma >= 0
    }

    /// The code of a channel of readings; nil if it is not one.
    ///
    /// A code has ten to forty small letters and digits.
    static func code(of channel: String) -> String? {
        guard channel.hasPrefix(channelPrefix) else { return nil }
        let code = channel.dropFirst(channelPrefix.count)
        let isCode = code.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        return isCode && (10...40).contains(code.utf8.count) ? String(code) : nil
    }
}

extension SharedReading {
    /// Reads an event's data, an object or its text; nil if it is not a reading.
    init?(_ data: JSONText) {
        guard let bytes = data.unwrapped?.bytes,
            let reading = try? JSONDecoder().decode(Self.self, from: Data(bytes)), reading.isPlausible
        else { return nil }
        self = reading
    }
}

extension SharedReading {
    /// A table as CSV, one line per reading; times in ISO 8601.
    static func table(_ readings: [SharedReading]) -> String {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        var text = "time,kind,name,value,sigma,unit,text,isFinal\n"
        for reading in readings {
            let time = Date(timeIntervalSince1970: Double(reading.time) / 1000).formatted(style)
            let fields = [
                time, reading.kind, reading.name ?? "", "\(reading.value)", "\(reading.sigma)", reading.unit,
                reading.text, "\(reading.isFinal)",
            ]
            text += fields.map(quoted).joined(separator: ",") + "\n"
        }
        return text
    }

    /// Quotes a field if necessary, and prevents a spreadsheet from reading it as a formula.
    private static func quoted(_ field: String) -> String {
        let isFormula = field.first.map { "=+-@\t\r".contains($0) } == true && Double(field) == nil
        let text = isFormula ? "'" + field : field
        let isPlain = !text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
