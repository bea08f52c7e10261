import ArgumentParser
import Foundation
import Recordings

/// `sightline convert`: writes a recording in the EuRoC layout.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a recording of any known layout in the EuRoC layout."
    )

    @Argument(help: "The recording.")
    var recording: String
    @Option(help: ArgumentHelp("The folder to write; must not hold a recording.", valueName: "folder"))
    var output: String
    @Option(
        help: ArgumentHelp(
            "The images' quality as JPEG, 1…100; without it they are PNG, without loss.",
            valueName: "quality"
        )
    )
    var jpeg: Int?
    @Flag(help: "Keep colour.")
    var color = false
    @OptionGroup var reporting: OutputOptions

    private struct Report: Encodable {
        var pictures: Int
        var samples: Int
        let truthStates: Int
    }

    func validate() throws {
        if let jpeg, !(1...100).contains(jpeg) { throw ValidationError("--jpeg takes 1…100") }
    }

    func run() throws {
        var reader = try RecordingReader(path: recording, wantsColor: color)
        if FileManager.default.fileExists(atPath: output + "/mav0") {
            throw WorkFailure(message: "\(output)/mav0 is there already")
        }
        let format = jpeg.map { ImageCodec.Format.jpeg(quality: $0) } ?? .png
        let writer = try EurocWriter(folder: output, calibration: reader.calibration, format: format)
        let truth = try reader.truth()
        for state in truth { try writer.write(state) }
        var report = Report(pictures: 0, samples: 0, truthStates: truth.count)
        let bar = ProgressBar("converting", unit: "images")
        defer { bar.finish() }
        while let event = try reader.next() {
            try writer.write(event)
            if case .image = event { report.pictures += 1 } else { report.samples += 1 }
            bar.update(report.pictures, of: reader.imageCount)
        }
        try writer.finish()
        bar.finish()
        try reporting.report(report) { "\(report.pictures) images and \(report.samples) samples in \(output)" }
    }
}
