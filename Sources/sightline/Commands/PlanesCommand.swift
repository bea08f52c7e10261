import ArgumentParser
import Foundation
import Geometry
import Recordings
import Surfaces
import WorldTracking

/// `sightline planes`: the surfaces that a session finds in a recording.
struct PlanesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "planes",
        abstract: "Find the planes of a recording: floor, tables, walls.",
        discussion: """
            Centres and normals are in the session's world: metres, +Y up, the origin at the first tracked camera, \
            which looks \
            along −Z. Times are seconds from the first image.
            """
    )

    @OptionGroup var session: SessionOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let (run, count) = try session.open()
        let bar = ProgressBar("looking for planes", unit: "images")
        defer { bar.finish() }
        var first: Int64?
        var interruption: RecordingError?
        do throws(RecordingError) {
            while let frame = try run.next() {
                first = first ?? frame.timestampNanoseconds
                bar.update(run.readCount, of: count)
            }
        } catch {
            interruption = error
        }
        bar.finish()
        if let interruption, first == nil { throw interruption }
        let report = Report(planes: run.session.world.planes.map { Report.Plane($0, from: first ?? 0) })
        try output.report(report) { report.text }
        try interruption.map { throw PartialResult(reason: $0, imageCount: run.readCount) }
    }

    struct Report: Encodable {
        struct Plane: Encodable {
            let id: Int32
            let alignment: String
            let center: [Double]
            let normal: [Double]
            let extent: [Double]
            let boundary: [[Double]]
            let area: Double
            let points: Int
            let offsetSigma: Double
            let firstSeenSeconds: Double

            init(_ plane: DetectedPlane, from first: Int64) {
                id = plane.identifier
                alignment = "\(plane.alignment)"
                center = [plane.center.x, plane.center.y, plane.center.z]
                normal = [plane.plane.normal.x, plane.plane.normal.y, plane.plane.normal.z]
                extent = [plane.extent.x, plane.extent.y]
                boundary = plane.boundary.map { local in
                    let point = plane.world(local)
                    return [point.x, point.y, point.z]
                }
                area = plane.area
                points = plane.pointCount
                offsetSigma = plane.offsetSigma
                firstSeenSeconds = Double(plane.firstSeenNanoseconds - first) * 1e-9
            }
        }

        let planes: [Plane]

        var text: String {
            guard !planes.isEmpty else { return "No planes found." }
            let head = "  id  alignment     height     extent          area     points  seen after"
            let lines = planes.map { plane in
                String(
                    format: "%4d  %@ %8.3f m  %5.2f × %4.2f m  %6.2f m²  %6d  %8.1f s",
                    plane.id,
                    plane.alignment.padding(toLength: 10, withPad: " ", startingAt: 0),
                    plane.center[1],
                    plane.extent[0],
                    plane.extent[1],
                    plane.area,
                    plane.points,
                    plane.firstSeenSeconds
                )
            }
            return ([head] + lines).joined(separator: "\n")
        }
    }
}
