import Foundation

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
