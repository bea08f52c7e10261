import ArgumentParser
import Foundation
import Geometry
import Imaging
import Recordings
import Shapes

/// `sightline rectangles`: finds quadrilaterals in images.
struct RectanglesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rectangles",
        abstract: "Find rectangles seen in perspective: documents, posters, screens.",
        discussion: """
            Corners come clockwise from the top left, in pixels of the image as it stands upright (a JPEG says how); \
            the first pixel's \
            centre is (0.5, 0.5).
            """
    )

    @Argument(help: "Images, JPEG or PNG.")
    var image: [String]
    @Option(help: "How many results per image at most; 0 for all.")
    var count = 1
    @Option(help: "The least confidence, 0 to 1.")
    var minimumConfidence = 0.0
    @Option(help: "The least side, as a part of the image's shorter side.")
    var minimumSize = 0.2
    @Option(help: "The least ratio of the shorter to the longer side.")
    var minimumAspectRatio = 0.5
    @Option(help: "The greatest ratio of the shorter to the longer side.")
    var maximumAspectRatio = 1.0
    @Option(help: "How far a corner may be from a right angle, degrees.")
    var tolerance = 30.0
    @Option(
        help: ArgumentHelp(
            "The lens: focal lengths, principal point in pixels, and radial-tangential coefficients.",
            valueName: "fx,fy,cx,cy[,k1,k2[,p1,p2]]"
        )
    )
    var camera: String?
    @Option(help: ArgumentHelp("Write each image with what was found drawn in.", valueName: "folder"))
    var draw: String?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard count >= 0 else { throw ValidationError("--count must not be negative") }
        guard minimumAspectRatio > 0, maximumAspectRatio >= minimumAspectRatio else {
            throw ValidationError("the aspect ratios must be positive, the greatest not below the least")
        }
        if let camera, LensText(camera) == nil {
            throw ValidationError("--camera takes four, six or eight numbers")
        }
    }

    func run() throws {
        let detector = QuadrilateralDetector(options: options)
        var reports: [ImageReport] = []
        let bar = ProgressBar("looking", unit: "images")
        defer { bar.finish() }
        for (index, path) in image.enumerated() {
            let color = try ImageCodec.uprightColor(path: path)
            let gray = color.gray
            guard max(gray.width, gray.height) <= QuadrilateralDetector.longestSide else {
                let size = "\(gray.width) × \(gray.height) pixels"
                let limit = "no side may be longer than \(QuadrilateralDetector.longestSide)"
                throw InputFailure(message: "\(path): \(size); \(limit)")
            }
            detector.options.camera = lens(for: gray)
            let start = ContinuousClock.now
            let found = detector.detect(in: gray)
            let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
            reports.append(ImageReport(path, found, milliseconds))
            if let draw { try drawing(found, color, path, into: draw) }
            bar.update(index + 1, of: image.count)
        }
        bar.finish()
        try output.report(RectanglesReport(reports)) { reports.map(\.text).joined(separator: "\n") }
    }

    private var options: QuadrilateralOptions {
        var options = QuadrilateralOptions()
        options.maximumObservations = count
        options.minimumConfidence = minimumConfidence
        options.minimumSize = minimumSize
        options.minimumAspectRatio = minimumAspectRatio
        options.maximumAspectRatio = maximumAspectRatio
        options.quadratureTolerance = tolerance * .pi / 180
        return options
    }

    private func lens(for image: GrayImage) -> CameraModel? {
        camera.flatMap { LensText($0) }?.camera(for: image)
    }

    private func drawing(_ found: [Quadrilateral], _ color: ColorImage, _ path: String, into folder: String) throws {
        var image = color
        for quad in found { OutlinePen.draw(quad, on: &image) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent + ".jpg"
        try ImageCodec.write(image, as: .jpeg(quality: 92), to: folder + "/" + name)
    }
}
