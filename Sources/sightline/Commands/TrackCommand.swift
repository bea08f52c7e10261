import ArgumentParser
import Foundation
import Recordings

/// `sightline track`: runs the odometry over a recording.
struct TrackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "Track a recording: where the device went, in metres.",
        discussion: """
            RECORDING is a folder in the EuRoC layout, a .jsonl (or its folder) with a video or images beside it, or \
            the .zip that a page saved of a capture or a problem report.
            Poses are causal: each as it was known when its image was done. With --map or --map-in a whole session \
            runs: recognised \
            places take drift back, and with --map-in poses are in the saved map's world, from the moment its place \
            is recognised.
            """
    )

    @Argument(help: "The recording.")
    var recording: String
    @Option(help: ArgumentHelp("Write the trajectory as TUM text.", valueName: "file.tum"))
    var trajectory: String?
    @Flag(help: "Compare with the ground truth.")
    var evaluate = false
    @Option(
        help: ArgumentHelp(
            "Ground truth to compare with, instead of the recording's own (csv or TUM).",
            valueName: "file"
        )
    )
    var truth: String?
    @Option(
        help: ArgumentHelp("Draw the trajectory from above and the side, and the error, as SVG.", valueName: "file.svg")
    )
    var plot: String?
    @OptionGroup var maps: MapOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var reader = try RecordingReader(path: recording)
        let truth = try readTruth(reader)
        let session = try maps.session(for: reader.calibration)
        let bar = ProgressBar("tracking", unit: "images")
        let total = reader.imageCount
        defer { bar.finish() }
        let run =
            if let session {
                TrackingRun(reader: reader, session: session) { bar.update($0, of: total) }
            } else {
                TrackingRun(reader: &reader, configuration: reader.calibration.odometryConfiguration) {
                    bar.update($0, of: total)
                }
            }
        bar.finish()
        if let interruption = run.interruption, run.frames.isEmpty { throw interruption }
        let pairing = TrajectoryPairing(estimate: run.trajectoryOnInertialClock, truth: truth)
        if let trajectory { try TrajectoryFile.write(run.trajectory, to: trajectory) }
        if let plot { try TrajectoryPlot(name: name, run: run, pairing: pairing).write(to: plot) }
        var report = TrackReport(run: run, pairing: evaluate ? pairing : nil)
        report.map = try session.map(maps.finish)
        if run.interruption == nil, evaluate, report.ate == nil, report.trackedFrames > 1 {
            throw WorkFailure(message: "no pose lies within the time of the ground truth: nothing to compare")
        }
        try output.report(report) { report.text(name: name) }
        try run.interruption.map { throw PartialResult(reason: $0, imageCount: run.frames.count) }
    }

    private var name: String {
        let url = URL(fileURLWithPath: recording)
        return url.pathExtension == "jsonl" ? url.deletingLastPathComponent().lastPathComponent : url.lastPathComponent
    }

    private func readTruth(_ reader: RecordingReader) throws -> [TruthState] {
        if let truth { return try GroundTruth.read(path: truth) }
        let own = try reader.truth()
        if evaluate, own.isEmpty { throw InputFailure(message: "\(recording): no ground truth; give one with --truth") }
        return own
    }
}
