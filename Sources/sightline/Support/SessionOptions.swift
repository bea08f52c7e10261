import ArgumentParser
import Recordings

/// The recording that a session command runs over.
struct SessionOptions: ParsableArguments {
    @Argument(help: "The recording: a folder in the EuRoC layout, or a .jsonl with a video or pictures beside it.")
    var recording: String
    @Option(
        help: ArgumentHelp(
            "Take the body's poses from a TUM file instead of finding them; motion sensors are not used then.",
            valueName: "poses.tum"
        )
    )
    var poses: String?

    /// The run and how many pictures it will see.
    func open() throws -> (run: SessionRun, pictureCount: Int) {
        let reader = try RecordingReader(path: recording)
        let count = reader.pictureCount
        guard let poses else { return (SessionRun(reader: reader), count) }
        return (SessionRun(reader: reader, poses: try TrajectoryFile.read(path: poses)), count)
    }
}
