import Foundation
import Geometry
import Recordings

/// Writes a simulation as an ordinary recording of the EuRoC layout, with `truth/` beside `mav0/`.
public struct SimulationWriter: Sendable {
    private let plan: SimulationPlan
    private let folder: String
    private let images: String?

    /// A writer into a folder; creates the folder if it is missing.
    ///
    /// `images` is a recording of the same motion, scene and camera: its images are used again instead of being drawn.
    public init(_ plan: SimulationPlan, folder: String, imagesOf images: String? = nil) {
        self.plan = plan
        self.folder = folder
        self.images = images
    }

    /// Writes the simulation; calls `progress` with the number of finished images and the number of all.
    ///
    /// Images are drawn on all cores; the result does not depend on their number. Throws `SimulationError`.
    public func write(progress: (Int, Int) -> Void = { _, _ in }) throws(SimulationError) {
        let schedule = ImageSchedule(plan)
        let known = try images.map { path throws(SimulationError) in try SimulatedImages(of: path, for: plan) }
        do {
            let writer = try EurocWriter(folder: folder, calibration: calibration, format: .jpeg(quality: 92))
            try writeInertial(writer)
            try writeImages(writer, schedule, known, progress)
            try writer.finish()
        } catch {
            throw .unwritable(file: folder, reason: "\(error)")
        }
    }

    private var calibration: RecordedCalibration {
        let parts = plan.preset.calibration(isGuess: plan.isGuess)
        let noise = plan.isGuess ? plan.preset.assumedNoise ?? plan.preset.noise : plan.preset.noise
        return RecordedCalibration(
            camera: parts.camera,
            bodyFromOptical: parts.bodyFromOptical,
            timeOffset: parts.timeOffset,
            readoutTime: parts.readoutTime,
            noise: noise.gyroscopeDensity > 0 ? noise : nil,
            isGuess: plan.isGuess
        )
    }

    private func writeInertial(_ writer: EurocWriter) throws {
        var simulator = InertialSimulator(trajectory: plan.trajectory, preset: plan.preset, seed: plan.seed)
        var stamps = SampleStamps(preset: plan.preset, seed: plan.seed)
        let count = Int((plan.duration + 0.1) * plan.preset.inertialRate)
        for index in 0..<count {
            let time = Double(index) / plan.preset.inertialRate
            // The truth has the clock of the samples: late samples have late stamps, and so has what they show.
            let clock = ImageSchedule.nanoseconds(time + plan.preset.inertialLag)
            var (sample, truth) = simulator.sample(at: time, timestampNanoseconds: clock)
            if let stamp = stamps.stamp(ofSample: index, at: time) {
                sample.timestampNanoseconds = ImageSchedule.nanoseconds(stamp)
                try writer.write(.inertial(sample))
            }
            try writer.write(truth)
        }
    }

    private func writeImages(
        _ writer: EurocWriter,
        _ schedule: ImageSchedule,
        _ known: SimulatedImages?,
        _ progress: (Int, Int) -> Void
    ) throws {
        try FileManager.default.createDirectory(atPath: folder + "/truth", withIntermediateDirectories: true)
        let painter = ScenePainter(plan)
        let truth = ImageTruth(plan)
        var rectangles = ["#timestamp [ns],name,visible,x0,y0,x1,y1,x2,y2,x3,y3"]
        var lenses = ["#timestamp [ns],time [ns],fx [px],fy [px],cx [px],cy [px],qx,qy,qz,qw"]
        var fingertips = ["#timestamp [ns],x [px],y [px],X [m],Y [m],Z [m],touching,inside"]
        let entries = schedule.entries
        let batch = 8
        for start in stride(from: 0, to: entries.count, by: batch) {
            let part = Array(entries[start..<min(start + batch, entries.count)])
            let missing = try part.filter { entry in
                guard let file = known?.file(at: entry.time) else { return true }
                try FileManager.default.copyItem(atPath: file, toPath: writer.imageFolder + "/" + Self.name(entry))
                return false
            }
            try draw(missing, painter, into: writer.imageFolder)
            for entry in part {
                try writer.listImage(timestampNanoseconds: entry.timestampNanoseconds, name: Self.name(entry))
                rectangles += plan.scene.rectangles.compactMap { truth.rectangleLine($0, entry, painter) }
                if !plan.preset.isSteady { lenses.append(truth.lensLine(entry)) }
                if let line = truth.fingertipLine(entry) { fingertips.append(line) }
            }
            progress(start + part.count, entries.count)
        }
        try write(rectangles, to: "rectangles.csv")
        try plan.depthInterval.map { try writeDepths(entries, every: $0, painter) }
        if lenses.count > 1 { try write(lenses, to: "images.csv") }
        if fingertips.count > 1 { try write(fingertips, to: "fingertip.csv") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(SimulationTruth(plan)).write(to: URL(fileURLWithPath: folder + "/truth/scene.json"))
    }

    /// Depths of whole millimetres in 16 bits.
    private func writeDepths(_ entries: [ImageSchedule.Entry], every interval: Double, _ painter: ScenePainter) throws {
        let depths = folder + "/truth/depth"
        try FileManager.default.createDirectory(atPath: depths, withIntermediateDirectories: true)
        for entry in DepthTruth.entries(entries, every: interval) {
            try ImageCodec.write(
                numbers: DepthTruth.depths(painter, at: entry.time).map { $0 * 1_000 },
                width: painter.camera.width,
                height: painter.camera.height,
                to: "\(depths)/\(entry.timestampNanoseconds).png"
            )
        }
    }

    private static func name(_ entry: ImageSchedule.Entry) -> String { "\(entry.timestampNanoseconds).jpg" }

    private func draw(_ entries: [ImageSchedule.Entry], _ painter: ScenePainter, into images: String) throws {
        let failures = UnsafeMutableBufferPointer<RecordingError?>.allocate(capacity: entries.count)
        failures.initialize(repeating: nil)
        defer { failures.deinitialize().deallocate() }
        nonisolated(unsafe) let outcome = failures
        DispatchQueue.concurrentPerform(iterations: entries.count) { index in
            let entry = entries[index]
            let seed = plan.seed &* 0x9E37_79B9 ^ UInt64(bitPattern: entry.timestampNanoseconds)
            let image = painter.image(at: entry.time, seed: seed)
            let path = images + "/" + Self.name(entry)
            do throws(RecordingError) {
                let format = ImageCodec.Format.jpeg(quality: 92)
                if plan.preset.isColor {
                    try ImageCodec.write(image, as: format, to: path)
                } else {
                    try ImageCodec.write(image.gray, as: format, to: path)
                }
            } catch {
                outcome[index] = error
            }
        }
        if let failure = failures.compactMap(\.self).first { throw failure }
    }

    private func write(_ lines: [String], to name: String) throws {
        try (lines.joined(separator: "\n") + "\n").write(
            toFile: folder + "/truth/" + name,
            atomically: false,
            encoding: .utf8
        )
    }
}
