import ArgumentParser
import Depth
import Foundation
import Geometry
import Imaging
import Recordings
import WorldTracking

/// `sightline depth`: depth maps of a recording's keyframes.
struct DepthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "depth",
        abstract: "Make depth maps from a recording: how far away every pixel is.",
        discussion: """
            For each map the folder holds STAMP.depth.png (16 bits, millimetres, 0 where nothing is known), \
            STAMP.sigma.png (16 bits, tenths of a millimetre), STAMP.png to look at, and maps.json lists their cameras. \
            Poses are the session's own, or those of --poses.
            """
    )

    @OptionGroup var session: SessionOptions
    @Option(help: ArgumentHelp("Seconds from one map to the next.", valueName: "seconds"))
    var every = 1.0
    @Option(help: ArgumentHelp("The folder to write.", valueName: "folder"))
    var output: String
    @Option(help: ArgumentHelp("The longer side of a map: 64 to 320.", valueName: "pixels"))
    var size = 160
    @Option(help: ArgumentHelp("Keyframes a map is made from besides its own: 1 to 8.", valueName: "number"))
    var partners = 4
    @Option(help: ArgumentHelp("Later keyframes that a map waits for: 0 to 8.", valueName: "number"))
    var lookahead = 0
    @Option(help: ArgumentHelp("Error of a keyframe's rotation against another's.", valueName: "milliradians"))
    var rotationSigma: Double?
    @Option(help: ArgumentHelp("Error of a keyframe's position against another's.", valueName: "millimetres"))
    var positionSigma: Double?
    @OptionGroup var reporting: OutputOptions

    func validate() throws {
        guard every > 0, every.isFinite else { throw ValidationError("--every takes a number of seconds above 0") }
        guard (64...320).contains(size) else { throw ValidationError("--size takes 64 to 320 pixels") }
        guard (1...8).contains(partners) else { throw ValidationError("--partners takes 1 to 8") }
        guard (0...8).contains(lookahead) else { throw ValidationError("--lookahead takes 0 to 8") }
        guard [rotationSigma ?? 0, positionSigma ?? 0].allSatisfy({ $0 >= 0 && $0.isFinite }) else {
            throw ValidationError("errors of poses are not below 0")
        }
    }

    private struct Report: Encodable {
        let folder: String
        var maps: [DepthMapFiles.Entry] = []
        var millisecondsPerMap = DurationStatistics(seconds: [])
    }

    func run() throws {
        let files = try DepthMapFiles(folder: output)
        let maker = DepthMapMaker(estimator: DepthEstimator(configuration: depth), every: every, lookahead: lookahead)
        let interruption = try session.poses == nil ? trackAndMap(maker, files) : map(maker, files)
        try maker.finish(files.write)
        var report = Report(folder: output)
        report.maps = maker.entries
        report.millisecondsPerMap = DurationStatistics(seconds: maker.entries.map { $0.milliseconds / 1e3 })
        try files.write(report.maps)
        try reporting.report(report) {
            let known = report.maps.reduce(0) { $0 + $1.known } / Double(max(1, report.maps.count))
            return String(
                format: "%d maps in %@, %.0f %% of the pixels known, %.1f ms a map",
                report.maps.count,
                output,
                known * 100,
                report.millisecondsPerMap.mean
            )
        }
        try interruption.map { throw PartialResult(reason: $0, imageCount: maker.imageCount) }
    }

    /// The estimator's configuration; without stated errors a session's poses have its default errors.
    private var depth: DepthConfiguration {
        var configuration = session.depthConfiguration
        configuration.longSide = size
        configuration.partnerCount = partners
        configuration.capacity = 24
        if let rotationSigma { configuration.rotationSigma = rotationSigma / 1e3 }
        if let positionSigma { configuration.positionSigma = positionSigma / 1e3 }
        return configuration
    }

    /// Makes maps with the poses of a session.
    private func trackAndMap(_ maker: DepthMapMaker, _ files: DepthMapFiles) throws -> RecordingError? {
        let (run, count) = try session.open()
        let bar = ProgressBar("mapping", unit: "images")
        defer { bar.finish() }
        do {
            while let frame = try run.next() {
                bar.update(run.readCount, of: count)
                maker.note(timestampNanoseconds: frame.timestampNanoseconds)
                if let camera = frame.camera, let image = frame.image, frame.trackingState == .normal {
                    let view = DepthMapMaker.View(
                        image: image,
                        lens: camera.lens,
                        worldFromOptical: camera.worldFromOptical,
                        motion: camera.motion,
                        timestampNanoseconds: frame.timestampNanoseconds,
                        landmarks: frame.points.map(\.pointInWorld),
                        scaleSigma: frame.scaleSigma
                    )
                    try maker.add(view, files.write)
                }
            }
        } catch let error as RecordingError {
            return error
        }
        return nil
    }

    /// Makes maps with the poses of a file.
    private func map(_ maker: DepthMapMaker, _ files: DepthMapFiles) throws -> RecordingError? {
        var reader = try RecordingReader(path: session.recording, needsMotion: false)
        let track = PoseTrack(try session.poses.map { try TrajectoryFile.read(path: $0) } ?? [])
        let calibration = reader.calibration
        let upright = RigidTransform<WorldSpace, OdometrySpace>.flip
        let bar = ProgressBar("mapping", unit: "images")
        defer { bar.finish() }
        do {
            while let event = try reader.next() {
                guard case .image(let image) = event else { continue }
                maker.note(timestampNanoseconds: image.timestampNanoseconds)
                bar.update(maker.imageCount, of: reader.imageCount)
                guard let pose = track.pose(at: image.timestampNanoseconds) else { continue }
                var motion = track.motion(
                    at: image.timestampNanoseconds,
                    readoutTime: calibration.readoutTime,
                    bodyFromOptical: calibration.bodyFromOptical
                )
                if let velocity = motion?.velocity { motion?.velocity = upright.rotation * velocity }
                let view = DepthMapMaker.View(
                    image: image.gray,
                    lens: calibration.camera,
                    worldFromOptical: upright * pose * calibration.bodyFromOptical,
                    motion: motion,
                    timestampNanoseconds: image.timestampNanoseconds,
                    landmarks: [],
                    scaleSigma: 0
                )
                try maker.add(view, files.write)
            }
        } catch let error as RecordingError {
            return error
        }
        return nil
    }
}
