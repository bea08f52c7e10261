import ArgumentParser
import Foundation
import Geometry
import Imaging
import Recordings
import Shapes

/// `sightline follow`: tracks one object through a video or a folder of images.
struct FollowCommand: ParsableCommand {
    enum Target: String, CaseIterable, ExpressibleByArgument {
        case auto
        case object
        case fingertip
    }
    enum Level: String, CaseIterable, ExpressibleByArgument {
        case fast
        case accurate
    }

    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Follow one object from a box in the first image.",
        discussion: """
            VIDEO-OR-FOLDER is a video or a folder of images (or one that holds them in img, as the OTB sequences \
            do). Where a \
            groundtruth_rect.txt lies beside them the boxes are compared with it.
            """
    )

    @Argument(help: ArgumentHelp("The images.", valueName: "video-or-folder"))
    var path: String
    @Option(help: ArgumentHelp("The object in the first image, pixels.", valueName: "X,Y,W,H"))
    var box: String
    @Option(help: "What to follow: auto takes a fingertip for one when it sees it in a small box.")
    var target = Target.auto
    @Option(help: "How thoroughly an object is looked for.")
    var level = Level.accurate
    @Option(help: ArgumentHelp("True boxes, a line per image.", valueName: "file"))
    var truth: String?
    @Option(help: ArgumentHelp("Write the boxes as text, a line per image.", valueName: "file"))
    var boxes: String?
    @Option(help: ArgumentHelp("Draw success and precision against the truth, as SVG.", valueName: "file.svg"))
    var plot: String?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        let numbers = Self.numbers(box)
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] >= 2, numbers[3] >= 2 else {
            throw ValidationError("--box takes four numbers X,Y,W,H, the size at least 2 pixels")
        }
    }

    func run() throws {
        let truth = try readTruth()
        let images = try ImageSequence(path: path)
        guard let first = try images.nextImage() else {
            throw InputFailure(message: "\(path): it holds no image")
        }
        let n = Self.numbers(box)
        let start = ImageBox(x: n[0], y: n[1], width: n[2], height: n[3])
        guard n[0] + n[2] > 0, n[1] + n[3] > 0, n[0] < Double(first.width), n[1] < Double(first.height) else {
            throw InputFailure(message: "\(path): the box lies outside the image of \(first.width) × \(first.height)")
        }
        var follower = Follower(target: target, level: level, image: first, box: start)
        var frames = [ObjectObservation(box: start, confidence: 1)]
        var seconds: [Double] = []
        let bar = ProgressBar("following", unit: "images")
        defer { bar.finish() }
        while let image = try images.nextImage() {
            guard image.width == first.width, image.height == first.height else {
                throw InputFailure(message: "\(path): image \(frames.count + 1) has another size than the first")
            }
            let begin = ContinuousClock.now
            frames.append(follower.follow(into: image))
            seconds.append((ContinuousClock.now - begin) / .seconds(1))
            bar.update(frames.count, of: images.count ?? 0)
        }
        bar.finish()
        try finish(FollowReport(frames, seconds, follower.kind, truth))
    }

    private func finish(_ report: FollowReport) throws {
        if let boxes { try report.writeBoxes(to: boxes) }
        if let plot {
            guard let score = report.score else {
                throw InputFailure(message: "\(path): no truth to plot against; give one with --truth")
            }
            try score.writePlot(name: URL(fileURLWithPath: path).lastPathComponent, to: plot)
        }
        try output.report(report) { report.text }
    }

    private static func numbers(_ text: String) -> [Double] { text.split(separator: ",").compactMap { Double($0) } }

    private func readTruth() throws -> [ImageBox] {
        if let truth { return try ImageBox.read(path: truth) }
        let beside = path + "/groundtruth_rect.txt"
        return FileManager.default.fileExists(atPath: beside) ? try ImageBox.read(path: beside) : []
    }
}
