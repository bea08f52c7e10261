import Odometry

/// The command line's options.
struct Arguments {
    /// How many runs with a jittered focal length.
    var runs = 11
    /// Whether every perturbation is run too.
    var perturbs = false
    /// Whether each run prints a line of JSON.
    var isJSON = false
    /// The perturbations to run by name; empty: as recorded.
    var cases: [Perturbation] = []
    /// The changes to run, each separately; `none` means no change.
    var changes: [String] = []
    var recordings: [String] = []

    /// Parses the command line; throws an error about it.
    init(_ words: [String]) throws(ArgumentError) {
        var words = words[...]
        func value(_ option: String) throws(ArgumentError) -> String {
            guard let value = words.popFirst() else { throw ArgumentError(text: "\(option) needs a value") }
            return value
        }
        while let word = words.popFirst() {
            switch word {
            case "--perturb": perturbs = true
            case "--json": isJSON = true
            case "--runs":
                guard let count = Int(try value(word)), count > 0 else {
                    throw ArgumentError(text: "--runs needs a count")
                }
                runs = count
            case "--case": cases.append(try Self.perturbation(try value(word)))
            case "--set":
                let text = try value(word)
                guard text == "none" || Change(text) != nil else {
                    throw ArgumentError(text: "\(text) is no change such as pixelSigma*2")
                }
                changes.append(text)
            default:
                guard !word.hasPrefix("--") else { throw ArgumentError(text: "unknown option \(word)") }
                recordings.append(word)
            }
        }
    }

    private static func perturbation(_ name: String) throws(ArgumentError) -> Perturbation {
        if name == Perturbation.asRecorded.name { return .asRecorded }
        guard
            let found = (Perturbation.all + Perturbation.rates + Perturbation.faults).first(where: { $0.name == name })
        else {
            throw ArgumentError(text: "there is no case named \(name)")
        }
        return found
    }
}

/// What is wrong with the command line.
struct ArgumentError: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}
