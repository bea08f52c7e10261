import ArgumentParser
import Foundation
import Simulation

/// `sightline simulate`: a synthetic recording with exact ground truth.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Make a recording of a synthetic room, with exact truth.",
        discussion: """
            SCENE is a text file (see docs/library/simulation.md) or one that comes along: \
            \(SimulatedScene.builtInNames.joined(separator: ", ")). The recording is in the EuRoC layout; truth/ \
            holds planes, \
            rectangles, objects, rooms, doors and the drawing fingertip. The same arguments give the same bytes.
            """
    )

    @Argument(help: "The scene.")
    var scene: String
    @Option(help: ArgumentHelp("The folder to write.", valueName: "folder"))
    var output: String
    @Option(
        help: ArgumentHelp("phone, browser, euroc, ideal, or a phone that `devices` lists.", valueName: "device")
    )
    var device = "phone"
    @Option(
        help: ArgumentHelp(
            "tour, tabletop, swing, walk, sweep, stop-and-go, loop, around or survey.",
            valueName: "motion"
        )
    )
    var motion = "tour"
    @Option(help: ArgumentHelp("rest, moving or shake.", valueName: "start"))
    var start = "rest"
    @Option(help: ArgumentHelp("rest or moving.", valueName: "end"))
    var end = "moving"
    @Option(help: ArgumentHelp("Seconds.", valueName: "seconds"))
    var duration = 30.0
    @Option(help: ArgumentHelp("Images a second, 1 to 60; without it as the device takes them.", valueName: "rate"))
    var imageRate: Double?
    @Option(help: "Chooses the details of the way and all noise.")
    var seed: UInt64 = 1
    @Option(
        help: ArgumentHelp(
            "Take the images of a recording of the same way with another device of the same camera.",
            valueName: "recording"
        )
    )
    var picturesOf: String?
    @Flag(help: "Write a guessed calibration, as one has of an unknown phone.")
    var guess = false
    @Flag(inversion: .prefixedNo, help: "Let a hand draw on the scene's table.")
    var hand = false
    @Option(
        help: ArgumentHelp("Write the exact depth of an image every so many seconds.", valueName: "seconds")
    )
    var depth: Double?
    @OptionGroup var reporting: OutputOptions

    private struct Report: Encodable {
        let folder: String
        var pictures: Int
        var seconds: Double
    }

    func validate() throws {
        guard duration >= 1, duration <= 3600 else { throw ValidationError("--duration takes 1 to 3600 seconds") }
        guard imageRate.map((1...60).contains) ?? true else {
            throw ValidationError("--image-rate takes 1 to 60 images a second")
        }
        guard depth.map({ $0 > 0 && $0.isFinite }) ?? true else {
            throw ValidationError("--depth takes a number of seconds above 0")
        }
        guard preset != nil else { throw ValidationError("--device “\(device)” is not known") }
        guard MotionKind(rawValue: motion) != nil else { throw ValidationError("--motion “\(motion)” is not known") }
        guard MotionStart(rawValue: start) != nil else { throw ValidationError("--start “\(start)” is not known") }
        guard MotionEnd(rawValue: end) != nil else { throw ValidationError("--end “\(end)” is not known") }
    }

    private var preset: DevicePreset? {
        var preset = DevicePreset.all.first { $0.name == device }
        if let imageRate { preset?.imageRate = imageRate }
        return preset
    }

    func run() throws {
        guard let preset, let motion = MotionKind(rawValue: motion), let start = MotionStart(rawValue: start),
            let end = MotionEnd(rawValue: end)
        else { return }
        let plan = SimulationPlan(
            scene: try SimulatedScene.load(scene),
            preset: preset,
            motion: motion,
            start: start,
            end: end,
            duration: duration,
            seed: seed,
            isGuess: guess,
            hasHand: hand,
            depthInterval: depth
        )
        if FileManager.default.fileExists(atPath: output + "/mav0") {
            throw WorkFailure(message: "\(output)/mav0 is there already")
        }
        let began = ContinuousClock.now
        let bar = ProgressBar("simulating", unit: "images")
        defer { bar.finish() }
        var report = Report(folder: output, pictures: 0, seconds: 0)
        try SimulationWriter(plan, folder: output, imagesOf: picturesOf).write { done, total in
            report.pictures = done
            bar.update(done, of: total)
        }
        bar.finish()
        report.seconds = (ContinuousClock.now - began) / .seconds(1)
        try reporting.report(report) {
            "\(report.pictures) images in \(output), \(String(format: "%.0f", report.seconds)) s"
        }
    }
}

extension SimulationError: CommandError {
    var message: String { description }
    var exitCode: ExitCode {
        if case .unwritable = self { .failure } else { .badInput }
    }
}
