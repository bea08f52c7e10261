import ArgumentParser
import Experiences
import Foundation
import Geometry
import Recordings
import Rendering
import SceneGraph
import WorldTracking

/// `sightline render`: the AR image of a recording as a video, drawn off-screen.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draw the AR image of a recording as a video, off-screen.",
        discussion: """
            Each image is drawn with what was known when it was taken. Needs the ffmpeg program and OpenGL ES 3.0 \
            (Mesa's \
            software driver will do).
            """
    )

    @OptionGroup var session: SessionOptions
    @Option(
        help: """
            What to draw: objects, planes, points, axes; draw, which plays the gestures of a script; measure, a length \
            between two pixels; or model, a glTF model on a level surface.
            """
    )
    var experience = RecordingScene.Experience.objects
    @Option(
        help: ArgumentHelp(
            "What a person does with the pen: JSON, see docs/tools/draw.md.",
            valueName: "gestures.json"
        ),
        completion: .file(extensions: ["json"])
    )
    var gestures: String?
    @Option(help: ArgumentHelp("The first end of the length: seconds and pixel.", valueName: "t,x,y"))
    var from: MeasureCommand.Pick?
    @Option(help: ArgumentHelp("The second end.", valueName: "t,x,y"))
    var to: MeasureCommand.Pick?
    @Option(help: "The material of the length's bar: plain, wood, metal or glazed.")
    var material: BarMaterial?
    @Option(
        help: ArgumentHelp("The model to show: glTF 2.0.", valueName: "model.glb"),
        completion: .file(extensions: ["glb", "gltf"])
    )
    var model: String?
    @Option(
        help: ArgumentHelp(
            "Where the model stands, and from when on; by default in the middle of the image as soon as possible.",
            valueName: "t,x,y"
        )
    )
    var at: MeasureCommand.Pick?
    @Option(name: .shortAndLong, help: ArgumentHelp("The video to write.", valueName: "out.mp4"))
    var output: String
    @Option(help: ArgumentHelp("The video's size; the image fills it.", valueName: "1280x720"))
    var size: PixelSize?
    @Option(help: "Turn the images upright: none, clockwise, half or counterclockwise.")
    var turn = ImageTurn.none
    @Option(help: "Images per second in the video.")
    var rate = 30
    @OptionGroup var result: OutputOptions

    func validate() throws {
        if !(1...120).contains(rate) { throw ValidationError("--rate must be 1 to 120.") }
        if (experience == .draw) != (gestures != nil) {
            throw ValidationError("--experience draw and --gestures belong together.")
        }
        if (from == nil) != (to == nil) || (experience == .measure) != (from != nil) || (from == nil && material != nil)
        {
            throw ValidationError("--experience measure, --from and --to belong together; --material needs them.")
        }
        if (experience == .model) != (model != nil) || (model == nil && at != nil) {
            throw ValidationError("--experience model and --model belong together; --at needs them.")
        }
    }

    /// The materials of a length's bar.
    enum BarMaterial: String, ExpressibleByArgument, CaseIterable {
        case plain, wood, metal, glazed

        var finish: SolidFinish {
            switch self {
            case .plain: .plain
            case .wood: .wood
            case .metal: .metal
            case .glazed: .glazed
            }
        }
    }

    private func player() throws -> (any RecordingPlayer)? {
        if let gestures { return DrawingPlayer(try GestureScript(path: gestures)) }
        if let from, let to { return MeasuringPlayer(from: from, to: to, finish: material?.finish ?? .plain) }
        return try model.map { try PlacingPlayer(path: $0, at: at) }
    }

    func run() throws {
        let player = try player()
        let (run, count) = try session.open()
        var images = try RecordingReader(
            path: session.recording,
            wantsColor: true,
            needsMotion: session.poses == nil
        )
        let lens = images.calibration.camera
        let size = size ?? turn.size(of: lens)
        let video = try VideoEncoder(path: output, width: size.width, height: size.height, imagesPerSecond: rate)
        var film = try RecordingFilm(
            experience: experience,
            player: player,
            lens: lens,
            size: size,
            turn: turn.quarterTurn
        )
        let bar = ProgressBar("drawing", unit: "images")
        defer { bar.finish() }
        let start = ContinuousClock.now
        var first: Int64?
        var written = 0
        while let frame = try run.next() {
            guard let image = try images.image(at: frame.timestampNanoseconds) else { continue }
            try film.draw(frame, image: image, in: &run.session.world)
            // An image is shown until the next one came, repeated for the video's rate.
            first = first ?? frame.timestampNanoseconds
            let seconds = Double(frame.timestampNanoseconds - (first ?? 0)) * 1e-9
            while Double(written) <= seconds * Double(rate) + 0.5 {
                try video.add(film.bytes)
                written += 1
            }
            bar.update(run.readCount, of: count)
        }
        try video.finish()
        bar.finish()
        guard written > 0 else { throw WorkFailure(message: "the recording has no images to draw") }
        try film.player?.finish()
        let report = Report(film, output, size, written, seconds: (.now - start) / .seconds(1))
        try result.report(report) { report.text }
    }

    struct Report: Encodable {
        let output: String
        let width: Int
        let height: Int
        let frames: Int
        let videoPictures: Int
        var seconds: Double
        let millisecondsDrawing: DurationStatistics
        let planes: Int
        var strokes: Int?
        var solids: Int?
        /// The length of all strokes, metres.
        var ink: Double?
        /// The measured length and its standard deviation, metres.
        var distance: Double?
        var sigma: Double?

        init(_ film: RecordingFilm, _ output: String, _ size: PixelSize, _ written: Int, seconds: Double) {
            self.output = output
            width = size.width
            height = size.height
            frames = film.times.count
            videoPictures = written
            self.seconds = seconds
            millisecondsDrawing = DurationStatistics(seconds: film.times)
            planes = film.planeCount
            let drawn = (film.player as? DrawingPlayer)?.tool.drawing.strokes
            strokes = drawn?.count
            solids = drawn?.count { $0.height > 0 }
            ink = drawn?.reduce(0) { $0 + $1.length }
            let reading = (film.player as? MeasuringPlayer)?.measuring.lastReading
            (distance, sigma) = (reading?.value, reading?.sigma)
        }

        var text: String {
            let drawing = String(
                format: "%.1f ms per image to draw, 95 %% under %.1f ms",
                millisecondsDrawing.mean,
                millisecondsDrawing.p95
            )
            return "\(output): \(frames) frames, \(width)×\(height), in \(Int(seconds.rounded())) s\n\(drawing)"
        }
    }
}
