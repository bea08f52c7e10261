import ArgumentParser
import Foundation
import Reconstruction
import Recordings

/// `sightline scan`: a mesh and a floor plan from a recording.
struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Make a coloured mesh and a floor plan of a recording.",
        discussion: """
            Depth maps are computed from the images and their poses, and are put together in a volume. What the images \
            do not show well enough stays open. The end of a file's name decides its format.
            """
    )

    /// The standard deviation from which a voxel counts with a session's own poses, whose stated errors are part of each depth's,
    /// metres.
    ///
    /// Range: 0.014…0.032. Origin: surveys of the simulated room, seeds 31 and 34, and of the flat, seed 41: the least loses a third of the
    /// surface, with the most walls are off by more than is stated.
    private static let largestSigma: Float = 0.02

    @OptionGroup var session: SessionOptions
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The mesh to write: .glb, .ply, .obj or .usdz.", valueName: "room.glb")
    )
    var output: String
    @Option(
        help: ArgumentHelp(
            "A floor plan to write: .svg, .dxf or .pdf. May be given several times.",
            valueName: "plan.svg"
        )
    )
    var plan: [String] = []
    @Option(
        help: ArgumentHelp(
            "A wall's length that you know, metres, by the wall's number in the report: plan and mesh take their scale from it.",
            valueName: "wall=metres"
        )
    )
    var knownLength: KnownLength?
    @Flag(
        help: ArgumentHelp(
            "Add to the mesh, as a part named assumed, what the images did not show of floors, walls and ceilings that the plan knows.",
            discussion: "Openings, and what the camera saw through, stay open."
        )
    )
    var closeGaps = false
    @Option(help: ArgumentHelp("The side of a voxel, metres.", valueName: "metres"))
    var voxel = 0.02
    @OptionGroup var result: OutputOptions

    func validate() throws {
        if !(0.005...0.1).contains(voxel) { throw ValidationError("--voxel must be 0.005 to 0.1 metres.") }
        _ = try meshFormat
        for path in plan { _ = try Self.planFormat(path) }
    }

    private var meshFormat: MeshFormat {
        get throws {
            guard let format = MeshFormat(rawValue: Self.ending(output)) else {
                throw ValidationError("--output must end in .glb, .ply, .obj or .usdz: \(output)")
            }
            return format
        }
    }

    private static func planFormat(_ path: String) throws -> PlanFormat {
        guard let format = PlanFormat(rawValue: ending(path)) else {
            throw ValidationError("--plan must end in .svg, .dxf or .pdf: \(path)")
        }
        return format
    }

    private static func ending(_ path: String) -> String { URL(fileURLWithPath: path).pathExtension.lowercased() }

    func run() throws {
        let (scan, scaleSigma) = try surface()
        guard scan.mesh.triangleCount > 0 else {
            throw WorkFailure(
                message: "nothing could be reconstructed: the images show too little, or too little moves"
            )
        }
        let planned = try makePlan(scan, scaleSigma)
        let floorPlan = try? planned?.get()
        let simple = scan.mesh.simplified(maximumError: voxel / 5).scaled(by: floorPlan?.scale ?? 1)
        let assumed = closeGaps ? floorPlan?.surfaces(missingIn: scan.mesh, seenFrom: scan.viewpoints) : nil
        let model = ScannedModel(simple, assumed: assumed ?? SurfaceMesh())
        try write(model.file(as: try meshFormat), to: output)
        if case .failure(let fault) = planned { throw fault }
        for path in plan { try floorPlan.map { try write($0.file(as: try Self.planFormat(path)), to: path) } }
        let report = ScanReport(scan, mesh: simple, assumed: assumed, plan: floorPlan, scaleSigma: scaleSigma)
        try result.report(report) { report.text }
    }

    /// The surface, and the standard deviation of its scale; the volume is gone when it returns.
    private func surface() throws -> (scan: RoomScan, scaleSigma: Double) {
        let (scanner, scaleSigma) = try scanned()
        return (scanner.finished(), scaleSigma)
    }

    /// All keyframes in a volume, and the standard deviation of its scale; the session is gone when it returns.
    private func scanned() throws -> (scanner: RoomScanner, scaleSigma: Double) {
        let (run, count) = try session.open()
        var images = try RecordingReader(path: session.recording, wantsColor: true, needsMotion: session.poses == nil)
        var volume = VolumeConfiguration()
        volume.voxelSize = Float(voxel)
        if session.poses == nil { volume.count(from: Self.largestSigma) }
        var scanner = RoomScanner(volume: volume, depth: session.depthConfiguration)
        let bar = ProgressBar("scanning", unit: "images")
        defer { bar.finish() }
        var scaleSigma = 0.0
        while let frame = try run.next() {
            bar.update(run.readCount, of: count)
            guard frame.camera != nil, let image = try images.image(at: frame.timestampNanoseconds) else { continue }
            scanner.add(frame, image: image)
            if frame.scaleSigma.isFinite { scaleSigma = frame.scaleSigma }
        }
        scanner.finish()
        return (scanner, scaleSigma)
    }

    /// The plan in the scale of the known length, or why there is none; nil if none is wanted.
    private func makePlan(
        _ scan: RoomScan,
        _ scaleSigma: Double
    ) throws -> Result<FloorPlan, WorkFailure>? {
        if plan.isEmpty, knownLength == nil, !closeGaps { return nil }
        let builder = FloorPlanBuilder(mesh: scan.mesh, viewpoints: scan.viewpoints, scaleSigma: scaleSigma)
        let scanned: FloorPlan
        do throws(FloorPlanError) {
            scanned = try builder.plan()
        } catch {
            return .failure(WorkFailure(message: "no floor plan: \(Self.reason(error)) (the mesh was written)"))
        }
        return .success(try knownLength?.scaled(scanned) ?? scanned)
    }

    private static func reason(_ error: FloorPlanError) -> String {
        switch error {
        case .noFloor: "the floor was hardly seen"
        case .notEnclosed(let count): "\(count) walls were seen, which do not enclose the walk"
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch {
            throw WorkFailure(message: "cannot write \(path): \(error.localizedDescription)")
        }
    }

    /// A wall's number from 1 on, and its length.
    struct KnownLength: ExpressibleByArgument {
        let wall: Int
        let metres: Double

        init?(argument: String) {
            let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let wall = Int(parts[0]), wall > 0, let metres = Double(parts[1]), metres > 0,
                metres.isFinite
            else { return nil }
            (self.wall, self.metres) = (wall, metres)
        }

        /// The plan in which the wall is so long.
        func scaled(_ plan: FloorPlan) throws(WorkFailure) -> FloorPlan {
            guard plan.sides.indices.contains(wall - 1) else {
                throw WorkFailure(
                    message: "--known-length: the plan has no wall \(wall), but \(plan.sides.count) walls"
                )
            }
            var editor = PlanEditor(plan)
            guard editor.apply(.knownLength(wall - 1, metres: metres)) else {
                let length = String(format: "%.2f", plan.sides[wall - 1].length)
                throw WorkFailure(
                    message:
                        "--known-length: wall \(wall) was scanned with \(length) m, which is more than twice or less than half of \(metres) m"
                )
            }
            return editor.plan
        }
    }
}
