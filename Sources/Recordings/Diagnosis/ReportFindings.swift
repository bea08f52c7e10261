/// What a page's problem report shows.
struct ReportFindings {
    /// The limits beyond which something is reported.
    private struct Tuning {
        /// A longer time of the engine for a frame is reported.
        ///
        /// Unit: ms. Range: 25…50. Origin: a camera gives an image each 33 ms.
        var slowFrame = 33.0
        /// A larger difference between the page's and the replay's tracked share is reported.
        ///
        /// Unit: share of the images. Range: 0.1…0.4. Origin: by hand.
        var shareDifference = 0.25
        /// Further texts of the same kind are left out.
        ///
        /// Unit: texts. Range: 3…10. Origin: by hand.
        var mostTexts = 5
    }

    let report: ProblemReport
    /// The share of the images that have a pose in the replay; nil without images.
    let replayedShare: Double?
    private let tuning = Tuning()

    init(report: ProblemReport, replayedShare: Double?) {
        (self.report, self.replayedShare) = (report, replayedShare)
    }

    /// All findings, in order.
    var all: [DiagnosisFinding] {
        texts(of: "fault").map { text in
            DiagnosisFinding(
                kind: .reportedFault,
                severity: .serious,
                text: "The page reported: \(text)",
                advice: "The log in \(ProblemReport.fileName) has what happened before."
            )
        }
            + texts(of: "sensorFault").map { text in
                DiagnosisFinding(
                    kind: .reportedSensorFault,
                    severity: .serious,
                    text: "The engine found a fault of the sensors on the device: \(text).",
                    advice: "Replay the recording: if the fault is found again, it is in the data, not in the page."
                )
            }
            + slowness + tracking
    }

    /// The different texts of a kind of event, in order.
    private func texts(of kind: String) -> [String] {
        var seen: Set<String> = []
        let events = report.log.filter { $0.kind == kind && seen.insert($0.text).inserted }
        return events.prefix(tuning.mostTexts).map { ProblemReport.line($0.text) }
    }

    private var slowness: [DiagnosisFinding] {
        guard let high = report.figures?.engineHigh, high > tuning.slowFrame else { return [] }
        return [
            DiagnosisFinding(
                kind: .reportedSlowness,
                severity: .minor,
                text: "On the device one frame in twenty took the engine \(DiagnosisFinding.number(high)) ms or more.",
                advice: "The device drops images then. Close other pages, and look whether it is hot or saves power."
            )
        ]
    }

    private var tracking: [DiagnosisFinding] {
        guard let here = report.figures?.trackedShare, let there = replayedShare,
            abs(here - there) > tuning.shareDifference
        else { return [] }
        func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }
        return [
            DiagnosisFinding(
                kind: .reportedTracking,
                severity: .minor,
                text: "\(percent(here)) of the run's images had a pose on the device, \(percent(there)) in the replay.",
                advice: report.isFromStart == true
                    ? "The replay starts as the run did: look for images that the device dropped, and for its load."
                    : "The run had begun before the kept images: the replay starts anew and knows less."
            )
        ]
    }
}
