import Foundation

/// What a person stores of the phone test: the words by which the browser names device and itself, and the figures.
struct PhoneReport: Codable, Equatable, Sendable {
    /// Whether a recording played in the place of camera and sensors.
    let isSimulated: Bool
    /// The device in the browser's words, such as "Pixel 7, Android 14".
    let device: String
    /// The browser and its version.
    let browser: String
    /// The measured values by the names in `figureRanges`.
    let figures: [String: Double]
    /// The features that the browser lacks, by the names in `abilityNames`.
    let missing: [String]

    /// The largest body of a request, bytes.
    static let largest = 4096
    /// The most letters of the device's and the browser's words.
    static let mostLetters = 80
    /// The figures that exist, and the values that a device can have.
    static let figureRanges: [String: ClosedRange<Double>] = [
        "frameRate": 0...1000, "engineMedian": 0...10_000, "engineHigh": 0...10_000, "firstPose": 0...600,
        "trackedShare": 0...1, "scaleSigma": 0...10, "timeOffset": -10...10, "readoutTime": -1...1,
        "motionRate": 0...10_000, "motionGap": 0...600_000, "cardLength": 0...100, "cardSigma": 0...100,
        "imageWidth": 1...20_000, "imageHeight": 1...20_000, "focalLength": 0.05...20,
    ]
    /// The features that a browser may lack.
    static let abilityNames: Set<String> = [
        "secureAddress", "camera", "motionSensors", "workerDrawing", "webGL2", "workerImages", "imageTimes",
        "videoDecoding", "ownWebXR", "wakeLock", "calls",
    ]

    /// Why the report is not stored; nil if it is valid.
    var objection: String? {
        if let fault = Self.objection(to: device, named: "device") ?? Self.objection(to: browser, named: "browser") {
            return fault
        }
        guard figures["frameRate"] != nil else { return "figures.frameRate is missing." }
        for (name, value) in figures.sorted(by: { $0.key < $1.key }) {
            guard let range = Self.figureRanges[name] else { return "figures has a name that is not known." }
            guard range.contains(value) else { return "figures.\(name) is not between \(range)." }
        }
        guard missing.count <= Self.abilityNames.count, Set(missing).count == missing.count,
            Self.abilityNames.isSuperset(of: missing)
        else { return "missing names a feature twice, or one that is not known." }
        return nil
    }

    /// A line of printable characters.
    private static func objection(to text: String, named name: String) -> String? {
        let letters = text.unicodeScalars
        guard (1...mostLetters).contains(letters.count) else { return "\(name) has 1 to \(mostLetters) letters." }
        let isPrintable = letters.allSatisfy { letter in
            switch letter.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        return isPrintable ? nil : "\(name) has a character that cannot be shown."
    }
}
