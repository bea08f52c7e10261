/// What the images themselves show.
struct ImageFindings {
    /// The limits beyond which something is reported.
    private struct Tuning {
        /// An image with less sharpness is blurred.
        ///
        /// Unit: share of the best sharpness. Range: 0.1…0.5. Origin: by hand.
        var blurPart = 0.25
        /// More blurred images are reported.
        ///
        /// Unit: share of the images. Range: 0.05…0.3. Origin: by hand.
        var blurredShare = 0.15
        /// Images have detail above this variance of the Laplacian.
        ///
        /// Unit: gray levels². Range: 5…40. Origin: an image with fewer has edges of noise alone.
        var leastSharpness = 12.0
        /// A darker median is reported.
        ///
        /// Unit: gray levels. Range: 10…40. Origin: by hand.
        var dark = 25.0
        /// A brighter median is reported.
        ///
        /// Unit: gray levels. Range: 215…245. Origin: by hand.
        var bright = 230.0
        /// More images that equal the one before are reported.
        ///
        /// Unit: share of the images. Range: 0.01…0.1. Origin: noise makes equal images rare.
        var repeatedShare = 0.03
    }

    let statistics: ImageStatistics
    private let tuning = Tuning()

    init(statistics: ImageStatistics) { self.statistics = statistics }

    /// All findings, in order.
    var all: [DiagnosisFinding] {
        let count = statistics.sharpness.count
        guard count > 1 else { return [] }
        var found: [DiagnosisFinding] = []
        if Double(statistics.repeated) > tuning.repeatedShare * Double(count) {
            found.append(
                DiagnosisFinding(
                    kind: .frozenImages,
                    severity: .serious,
                    text: "\(statistics.repeated) of \(count) images equal the one before.",
                    advice: "The camera stands still while its times go on: take each image once, with its own time."
                )
            )
        }
        let blurred = statistics.blurredShare(below: tuning.blurPart)
        let isSoft = statistics.bestSharpness < tuning.leastSharpness
        if isSoft || blurred > tuning.blurredShare {
            let share = isSoft ? 100 : Int((100 * blurred).rounded())
            found.append(
                DiagnosisFinding(
                    kind: .blurredImages,
                    severity: share > 40 ? .serious : .minor,
                    text: isSoft ? "The images have hardly any detail." : "\(share) % of the images are blurred.",
                    advice: "Move more slowly, give more light, clean the lens, and look at things with detail."
                )
            )
        }
        if statistics.medianBrightness < tuning.dark || statistics.medianBrightness > tuning.bright {
            let isDark = statistics.medianBrightness < tuning.dark
            found.append(
                DiagnosisFinding(
                    kind: isDark ? .darkImages : .brightImages,
                    severity: .minor,
                    text: "The images are very \(isDark ? "dark" : "bright").",
                    advice: isDark
                        ? "Give more light." : "Do not look at a window or a lamp; let the exposure be automatic."
                )
            )
        }
        return found
    }
}
