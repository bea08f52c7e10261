import Foundation

/// The comparison of evaluated sequences with published results, as Markdown.
public struct EvaluationTable: Sendable {
    private let results: [SequenceEvaluation]

    /// A table of results, in their order.
    public init(_ results: [SequenceEvaluation]) { self.results = results }

    /// The mean position error over the sequences of EuRoC; nil unless all eleven were read completely.
    public var eurocMean: Double? {
        let errors = PublishedResult.eurocSequences.compactMap { sequence in
            results.first { PublishedResult.eurocSequence(ofFolder: $0.name) == sequence && $0.interruption == nil }?
                .positionError
        }
        guard errors.count == PublishedResult.eurocSequences.count else { return nil }
        return errors.reduce(0, +) / Double(errors.count)
    }

    /// The table with its sources.
    public var markdown: String {
        let systems = PublishedResult.euroc.filter { !$0.errors.isEmpty }
        var lines = [
            "Poses are causal; position and yaw are aligned, the scale is the filter's own.",
            "",
            "| sequence | position error, m | scale, % too long | NEES | first pose, s | tracked | lost | ms per image: mean, 95 % |"
                + systems.map { " \($0.system), m |" }.joined(),
            "|---|---|---|---|---|---|---|---|" + systems.map { _ in "---|" }.joined(),
        ]
        lines += results.map { row($0, systems) }
        lines += [
            "",
            "Figures of others were gathered in November 2026 from papers and repositories; the paper is the system's.",
            "", "| system | mean of EuRoC's eleven sequences, m | paper |", "|---|---|---|",
        ]
        lines.append("| Sightline | \(eurocMean == nil ? "not all were run" : text(eurocMean, 3)) | this run |")
        lines += PublishedResult.euroc.map { result in
            "| \(result.system) | \(text(result.mean, 3)) | \(result.source) |"
        }
        return lines.joined(separator: "\n")
    }

    private func row(_ result: SequenceEvaluation, _ systems: [PublishedResult]) -> String {
        let sequence = PublishedResult.eurocSequence(ofFolder: result.name)
        let times = result.millisecondsPerFrame
        let percent = Int((100 * result.coverage).rounded())
        var cells: [String] = [result.name + (result.interruption == nil ? "" : " (breaks off)")]
        cells.append(text(result.positionError, 3))
        cells.append(text(result.scalePercent, 1))
        cells.append(text(result.normalizedSquaredError, 1))
        cells.append(text(result.firstPoseSeconds, 1))
        cells.append("\(percent) %")
        cells.append("\(result.lostCount)")
        cells.append("\(text(times.mean, 1)), \(text(times.p95, 1))")
        for system in systems { cells.append(text(sequence.flatMap { system.errors[$0] }, 3)) }
        return "| " + cells.joined(separator: " | ") + " |"
    }

    private func text(_ value: Double?, _ digits: Int) -> String {
        guard let value else { return "–" }
        return String(format: "%.\(digits)f", value)
    }
}
