import ArgumentParser
import Recordings

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

    /// The run and the number of its images.
    func open() throws -> (run: SessionRun, imageCount: Int) {
        let reader = try RecordingReader(path: recording, needsMotion: poses == nil)
        let count = reader.imageCount
        guard let poses else { return (SessionRun(reader: reader), count) }
        return (SessionRun(reader: reader, poses: try TrajectoryFile.read(path: poses)), count)
    }
}
