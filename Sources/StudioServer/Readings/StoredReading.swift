import GRDB

/// A row of the table of readings.
struct StoredReading: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "reading"

    let code: String
    let time: Int64
    let kind: String
    let number: Int?
    let name: String?
    let value: Double
    let sigma: Double
    let unit: String
    let text: String
    let isFinal: Bool

    init(code: String, reading: SharedReading) {
        self.code = code
        (time, kind, number, name) = (reading.time, reading.kind, reading.number, reading.name)
        (value, sigma, unit) = (reading.value, reading.sigma, reading.unit)
        (text, isFinal) = (reading.text, reading.isFinal)
    }

    var reading: SharedReading {
        SharedReading(
            time: time,
            kind: kind,
            number: number,
            name: name,
            value: value,
            sigma: sigma,
            unit: unit,
            text: text,
            isFinal: isFinal
        )
    }
}
