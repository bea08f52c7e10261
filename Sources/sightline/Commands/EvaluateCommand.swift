import ArgumentParser
import Foundation
import Recordings

/// `sightline evaluate`: runs the odometry over whole data sets.
struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Run whole data sets and compare with published figures.",
        discussion: """
            Each FOLDER is a recording with ground truth (EuRoC's layout, or a .jsonl folder) or holds such recordings, \
            as the unpacked sequences of EuRoC, TUM-VI and LaMAria (pinhole images). Results are kept in a file after each sequence: what was ended goes on \
            where it stopped. Poses are causal. The table has the published figures with their sources.
            """
    )

    @Argument(help: "Recordings, or folders of recordings.")
    var folders: [String]
    @Option(help: ArgumentHelp("Keep results here.", valueName: "file.json"))
    var results = "evaluation.json"
    @Option(help: ArgumentHelp("Write the table as Markdown here, too.", valueName: "file.md"))
    var markdown: String?
    @Flag(help: "Run sequences again that the results have.")
    var again = false
    @OptionGroup var output: OutputOptions

    /// The stored results: the evaluations by the recordings' paths.
    private struct Kept: Codable {
        var version: String
        var sequences: [String: SequenceEvaluation]
    }

    /// The object that `--json` prints.
    private struct Report: Encodable {
        let sequences: [SequenceEvaluation]
        let eurocMean: Double?
    }

    func run() throws {
        let recordings = try folders.flatMap(Self.recordings(in:))
        var kept = try readKept()
        for recording in recordings where again || kept.sequences[recording] == nil {
            kept.sequences[recording] = try evaluate(recording)
            try write(kept)
        }
        let sequences = recordings.compactMap { kept.sequences[$0] }
        let table = EvaluationTable(sequences)
        if let markdown { try write(Data((table.markdown + "\n").utf8), to: markdown) }
        try output.report(Report(sequences: sequences, eurocMean: table.eurocMean)) { table.markdown }
    }

    /// The recordings of a known layout: the folder itself, else those one or two levels below it, by name.
    private static func recordings(in folder: String) throws -> [String] {
        let path = URL(fileURLWithPath: folder).standardizedFileURL.path
        if RecordingLayout(path: path) != nil { return [path] }
        let children = subfolders(of: path)
        let below = children.flatMap { RecordingLayout(path: $0) != nil ? [$0] : subfolders(of: $0) }
        let found = below.filter { RecordingLayout(path: $0) != nil }
        guard !found.isEmpty else { throw InputFailure(message: "\(folder): no recording here or two levels below") }
        return found
    }

    private static func subfolders(of path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map { path + "/" + $0 }
    }

    private func evaluate(_ recording: String) throws -> SequenceEvaluation {
        let name = URL(fileURLWithPath: recording).lastPathComponent
        var reader = try RecordingReader(path: recording)
        let truth = try reader.truth()
        guard !truth.isEmpty else { throw InputFailure(message: "\(recording): no ground truth") }
        let bar = ProgressBar("evaluating \(name)", unit: "images")
        defer { bar.finish() }
        let total = reader.imageCount
        let configuration = reader.calibration.odometryConfiguration
        let run = TrackingRun(reader: &reader, configuration: configuration) { bar.update($0, of: total) }
        return SequenceEvaluation(name: name, run: run, truth: truth)
    }

    private func readKept() throws -> Kept {
        guard FileManager.default.fileExists(atPath: results) else {
            return Kept(version: Version.text, sequences: [:])
        }
        do {
            let kept = try JSONDecoder().decode(Kept.self, from: Data(contentsOf: URL(fileURLWithPath: results)))
            // Results of another version are not reused.
            return kept.version == Version.text ? kept : Kept(version: Version.text, sequences: [:])
        } catch {
            throw InputFailure(message: "\(results): not a file of results: \(error.localizedDescription)")
        }
    }

    private func write(_ kept: Kept) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try write(encoder.encode(kept), to: results)
    }

    private func write(_ data: Data, to path: String) throws {
        do {
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw WorkFailure(message: "\(path): cannot be written: \(error.localizedDescription)")
        }
    }
}
