import ArgumentParser
import Foundation
import Recordings

/// `sightline diagnose`: what is unusual in a recording, and what to do about it.
struct DiagnoseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnose",
        abstract: "Say what is unusual in a recording, and what to do about it.",
        discussion: """
            Looks at the times and values of the motion sensors, at the times and the look of the images, and tracks the \
            recording to compare its calibration with what tracking estimates. RECORDING is as for `track`. Of a problem \
            report it also says what the page reported, and what it said of the device.
            """
    )

    @Argument(help: "The recording.")
    var recording: String
    @OptionGroup var output: OutputOptions

    func run() throws {
        let bar = ProgressBar("diagnosing", unit: "images")
        defer { bar.finish() }
        let diagnosis = try RecordingDiagnosis(path: recording) { bar.update($0, of: $1) }
        bar.finish()
        let report = Report(diagnosis)
        try output.report(report) { report.text }
    }

    struct Report: Encodable {
        let seconds: Double
        let imageCount: Int
        let imageRate: Double
        let inertialRate: Double
        let trackedShare: Double?
        /// What a page said when a person reported a problem; left out if the recording has no such report.
        let problemReport: ProblemReport?
        let findings: [DiagnosisFinding]

        init(_ diagnosis: RecordingDiagnosis) {
            (seconds, imageCount) = (diagnosis.seconds, diagnosis.imageCount)
            (imageRate, inertialRate) = (diagnosis.imageRate, diagnosis.inertialRate)
            (trackedShare, findings) = (diagnosis.trackedShare, diagnosis.findings)
            problemReport = diagnosis.report
        }

        var text: String {
            let head = [problemReport.map(Self.text(of:)), figures].compactMap(\.self).joined(separator: "\n")
            guard !findings.isEmpty else { return head + "\nNothing unusual was found." }
            let terminal = Terminal.standardOutput
            return
                ([head]
                + findings.map { finding in
                    let mark = finding.severity == .serious ? terminal.styled("serious", .red) : "minor"
                    return "\n\(mark): \(finding.text)\n    \(finding.advice)"
                }).joined(separator: "\n")
        }

        private var figures: String {
            guard imageCount > 0 else { return "No images." }
            let tracked = trackedShare.map { ", \(Int((100 * $0).rounded())) % of them tracked" } ?? ""
            return
                "\(imageCount) images in \(Self.number(seconds)) s (\(Self.number(imageRate)) per second)\(tracked); "
                + "\(Self.number(inertialRate)) motion samples per second."
        }

        private static func text(of report: ProblemReport) -> String {
            let played = report.recording.map { " The recording “\($0)” was played." } ?? ""
            let head = "Problem report of the page \(report.page), \(report.madeAt), \(report.deviceName).\(played)"
            return ([head] + (report.text.isEmpty ? [] : ["“\(report.text)”"])).map(ProblemReport.line)
                .joined(separator: "\n")
        }

        private static func number(_ value: Double) -> String {
            String(format: "%g", (value * 10).rounded() / 10)
        }
    }
}
