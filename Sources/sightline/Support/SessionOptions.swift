import ArgumentParser
import Depth
import Recordings
import WorldTracking

/// The recording of a session command.
struct SessionOptions: ParsableArguments {
    @Argument(help: "The recording: a folder in the EuRoC layout, or a .jsonl with a video or images beside it.")
    var recording: String
    @Option(
        help: ArgumentHelp(
            "Take the body's poses from a TUM file; the recording then needs no inertial sensor.",
            valueName: "poses.tum"
        )
    )
    var poses: String?

    /// What depth maps are made with: a session's own poses have its stated errors, those of a file none.
    var depthConfiguration: DepthConfiguration { poses == nil ? Session.depthConfiguration : DepthConfiguration() }

    /// The run and the number of its images.
    func open() throws -> (run: SessionRun, imageCount: Int) {
        let reader = try RecordingReader(path: recording, needsMotion: poses == nil)
        let count = reader.imageCount
        guard let poses else { return (SessionRun(reader: reader), count) }
        return (SessionRun(reader: reader, poses: try TrajectoryFile.read(path: poses)), count)
    }
}
