import ArgumentParser

/// The command line: one subcommand per tool.
@main
struct Sightline: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sightline",
        abstract: "Open augmented reality: track, measure, draw, share.",
        discussion: """
            Every command takes --json for one JSON object on standard output. Exit status: 0 done, 1 the work failed,
            64 wrong usage, 65 bad input data (with file and line).
            """,
        version: Version.text,
        subcommands: [
            ServeCommand.self,
            TrackCommand.self,
            DiagnoseCommand.self,
            EvaluateCommand.self,
            PlanesCommand.self,
            DepthCommand.self,
            MeasureCommand.self,
            ScanCommand.self,
            ConvertCommand.self,
            SimulateCommand.self,
            DevicesCommand.self,
            RectanglesCommand.self,
            FollowCommand.self,
            CodesCommand.self,
            BeaconsCommand.self,
            ChannelsCommand.self,
            RenderCommand.self,
        ]
    )

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as any CommandError {
            Terminal.standardError.complain(error.message)
            exit(withError: error.exitCode)
        } catch {
            exit(withError: error)
        }
    }
}
