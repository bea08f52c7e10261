import ArgumentParser
import Foundation

/// The output options of every command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print the result as one JSON object.")
    var json = false

    /// Prints the result: as JSON, or as the text for a person.
    func report(_ result: some Encodable, text: () -> String) throws {
        guard json else { return print(text()) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        print(String(decoding: try encoder.encode(result), as: UTF8.self))
    }
}
