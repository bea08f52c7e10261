import ArgumentParser
import Codes
import Foundation
import Geometry
import Imaging
import Recordings

/// `sightline codes`: reads QR codes and AprilTags in images.
struct CodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes",
        abstract: "Read QR codes and AprilTags (36h11) in images, with their corners and poses.",
        discussion: """
            Corners run clockwise from the code's own top left, in pixels of the image as it stands upright; the first \
            pixel's centre is (0.5, 0.5). With --edge and --camera each code also has a pose: metres, in the camera's \
            axes (+X right, +Y up, -Z forward).
            """
    )

    @Argument(help: "Images, JPEG or PNG.")
    var image: [String]
    @Option(help: "What to look for: qr, april or all.")
    var kind = "all"
    @Option(help: ArgumentHelp("The side of the codes: the dark square without its margin.", valueName: "metres"))
    var edge: Double?
    @Option(
        help: ArgumentHelp(
            "The focal length; the lens is taken as straight, its axis in the middle.",
            valueName: "pixels"
        )
    )
    var focal: Double?
    @Option(
        help: ArgumentHelp(
            "The lens: focal lengths, principal point in pixels, and radial-tangential coefficients.",
            valueName: "fx,fy,cx,cy[,k1,k2[,p1,p2]]"
        )
    )
    var camera: String?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard ["qr", "april", "all"].contains(kind) else { throw ValidationError("--kind is qr, april or all") }
        if let edge, !(edge > 0 && edge.isFinite) {
            throw ValidationError("--edge must be a positive number of metres")
        }
        if let focal, !(focal > 0 && focal.isFinite) {
            throw ValidationError("--focal must be a positive number of pixels")
        }
        guard focal == nil || camera == nil else {
            throw ValidationError("--focal and --camera are two ways to say the same")
        }
        if let camera, LensText(camera) == nil { throw ValidationError("--camera takes four, six or eight numbers") }
        guard (edge == nil) == (focal == nil && camera == nil) else {
            throw ValidationError("a pose needs --edge and one of --focal and --camera")
        }
    }

    func run() throws {
        var detector = CodeDetector()
        detector.options.kinds = kind == "qr" ? .qr : kind == "april" ? .aprilTag36h11 : .all
        var reports: [CodesReport.Image] = []
        let bar = ProgressBar("reading", unit: "images")
        defer { bar.finish() }
        for (index, path) in image.enumerated() {
            let gray = try ImageCodec.uprightColor(path: path).gray
            let start = ContinuousClock.now
            let codes = detector.detect(in: gray)
            let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
            let poses = codes.map { pose(of: $0, in: gray) }
            reports.append(CodesReport.Image(path, codes, poses, milliseconds))
            bar.update(index + 1, of: image.count)
        }
        bar.finish()
        try output.report(CodesReport(reports)) { reports.map(\.text).joined(separator: "\n") }
    }

    private func pose(of code: DetectedCode, in image: GrayImage) -> CodePose? {
        guard let edge else { return nil }
        if let focal {
            let middle = Vector2(Double(image.width), Double(image.height)) / 2
            let lens = CameraModel(
                width: image.width,
                height: image.height,
                focalLengthPixels: Vector2(focal, focal),
                principalPointPixels: middle
            )
            return code.pose(sideMetres: edge, camera: lens)
        }
        guard let lens = camera.flatMap({ LensText($0) }) else { return nil }
        return code.pose(sideMetres: edge, camera: lens.camera(for: image))
    }
}
