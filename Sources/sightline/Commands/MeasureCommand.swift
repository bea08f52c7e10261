import ArgumentParser
import Experiences
import Foundation
import Geometry
import Recordings
import WorldTracking

/// `sightline measure`: the distance between two points that are picked in a recording's images.
struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure between two picked pixels of a recording, with one sigma.",
        discussion: """
            Each end is T,X,Y: seconds from the first image (or an absolute stamp in seconds), then the pixel, whose \
            origin is the \
            top left corner. A pixel is drawn to a corner or a straight edge that its image shows next to it (see \
            --no-snap). What it shows is looked for when its image comes, and again with all that is known at the end.
            """
    )

    @OptionGroup var session: SessionOptions
    @Option(help: ArgumentHelp("The first end.", valueName: "t,x,y"))
    var from: Pick
    @Option(help: ArgumentHelp("The second end.", valueName: "t,x,y"))
    var to: Pick
    @Flag(inversion: .prefixedNo, help: "Draw the ends to a corner or a straight edge next to them.")
    var snap = true
    @OptionGroup var publishing: PublishingOptions
    @OptionGroup var output: OutputOptions

    /// A pixel of the image nearest to a time.
    struct Pick: ExpressibleByArgument {
        var seconds: Double
        let pixel: Vector2

        init?(argument: String) {
            let fields = argument.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) }
            guard fields.count == 3, let seconds = fields[0], let x = fields[1], let y = fields[2], seconds.isFinite,
                x.isFinite, y.isFinite
            else { return nil }
            self.seconds = seconds
            pixel = Vector2(x, y)
        }
    }

    func run() async throws {
        let (run, count) = try session.open()
        let broadcast = try await publishing.broadcast()
        let bar = ProgressBar("measuring", unit: "images")
        defer { bar.finish() }
        var ends = [PickedEnd(pick: from, snaps: snap), PickedEnd(pick: to, snaps: snap)]
        var first: Int64?
        while let frame = try run.next() {
            let origin = first ?? frame.timestampNanoseconds
            first = origin
            for index in ends.indices { ends[index].look(at: frame, in: run.session.world, origin: origin) }
            bar.update(run.readCount, of: count)
            await broadcast?.offer(reading(of: ends, in: run.session.world))
        }
        bar.finish()
        let world = run.session.world
        let points = [try ends[0].point(in: world, option: "--from"), try ends[1].point(in: world, option: "--to")]
        let scale = world.scale
        guard let reading = Self.reading(of: points, scale: scale) else {
            throw WorkFailure(message: "the two ends give no distance")
        }
        try await broadcast?.finish(reading)
        let report = Report(reading: reading, points: points, snaps: ends.map(\.snap), scaleSigma: scale.sigma)
        try output.report(report) { report.text }
    }

    /// The distance as known now; nil while an end is unknown.
    private func reading(of ends: [PickedEnd], in world: World) -> Reading? {
        guard ends.allSatisfy(\.isPast), let from = try? ends[0].point(in: world, option: "--from"),
            let to = try? ends[1].point(in: world, option: "--to")
        else { return nil }
        return Self.reading(of: [from, to], scale: world.scale)
    }

    private static func reading(of points: [MeasuredPoint], scale: ScaleHistory) -> Reading? {
        Measurement(identifier: 1, tool: .distance, name: "", points: points)
            .reading(scale: scale)
    }

    struct Report: Encodable {
        let distance: Double
        let sigma: Double
        let scaleSigma: Double
        let from: [Double]
        let to: [Double]
        let hitType: String
        let fromHitType: String
        let toHitType: String
        /// The feature to which the first end snapped, if any.
        var fromSnap: String?
        var toSnap: String?

        init(reading: Reading, points: [MeasuredPoint], snaps: [String?], scaleSigma: Double) {
            distance = reading.value
            sigma = reading.sigma
            self.scaleSigma = scaleSigma
            from = [points[0].pointInWorld.x, points[0].pointInWorld.y, points[0].pointInWorld.z]
            to = [points[1].pointInWorld.x, points[1].pointInWorld.y, points[1].pointInWorld.z]
            fromHitType = points[0].hitType.name
            toHitType = points[1].hitType.name
            hitType = toHitType
            (fromSnap, toSnap) = (snaps[0], snaps[1])
        }

        var text: String {
            let length = LengthUnit.metric.text(distance, sigma: sigma)
            let warning = scaleSigma < 0.1 ? "" : "\nThe scale is not certain yet: the device moved too little."
            let from = fromSnap.map { "a \($0) on " } ?? ""
            let to = toSnap.map { "a \($0) on " } ?? ""
            return "\(length)  (from \(from)\(fromHitType) to \(to)\(toHitType))\(warning)"
        }
    }
}
