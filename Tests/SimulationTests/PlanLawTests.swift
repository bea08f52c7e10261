import Foundation
import Geometry
import Testing

@testable import Simulation

/// What a plan's duration and seed may change, and what they may not.
@Suite("Laws of simulation plans")
struct PlanLawTests {
    private func plan(_ motion: MotionKind, duration: Double, seed: UInt64 = 5) throws -> SimulationPlan {
        SimulationPlan(
            scene: try SimulatedScene.load("room"),
            motion: motion,
            start: .moving,
            duration: duration,
            seed: seed
        )
    }

    @Test(
        "a longer recording begins as a shorter one, unless its way is laid out by the duration",
        arguments: MotionKind.allCases
    )
    func durations(_ motion: MotionKind) throws {
        let (short, long) = (try plan(motion, duration: 12), try plan(motion, duration: 40))
        let away = stride(from: 0.0, to: 11, by: 0.5).map { time in
            (short.trajectory.worldFromBody(time).translation - long.trajectory.worldFromBody(time).translation).length
        }
        #expect((away.max() ?? 1) < 1e-12 || motion.dependsOnDuration)
        #expect((away.max() ?? 0) > 0.1 || !motion.dependsOnDuration)
        let (first, second) = (ImageSchedule(short).entries, ImageSchedule(long).entries)
        #expect(first.map(\.timestampNanoseconds) == second.prefix(first.count).map(\.timestampNanoseconds))
    }

    @Test("images come in order, within the duration, and a duration too short for one has none")
    func schedule() throws {
        for preset in DevicePreset.kinds {
            var plan = try plan(.walk, duration: 7)
            plan.preset = preset
            let entries = ImageSchedule(plan).entries
            #expect(entries.count > Int(6.5 * preset.imageRate * (1 - preset.droppedShare)))
            for (one, next) in zip(entries, entries.dropFirst()) {
                #expect(next.time > one.time && next.timestampNanoseconds > one.timestampNanoseconds)
            }
            #expect(entries.allSatisfy { $0.time >= 0 && $0.time <= 7.03 })
            plan.duration = 0.01
            #expect(ImageSchedule(plan).entries.isEmpty)
        }
    }

    /// A folder with the truth of a recording and the names of its images.
    private func recording(of plan: SimulationPlan) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "plan-\(UUID().uuidString)").path
        let images = folder + "/mav0/cam0/data"
        try FileManager.default.createDirectory(atPath: images, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder + "/truth", withIntermediateDirectories: true)
        try JSONEncoder().encode(SimulationTruth(plan)).write(to: URL(filePath: folder + "/truth/scene.json"))
        for entry in ImageSchedule(plan).entries {
            try Data().write(to: URL(filePath: "\(images)/\(entry.timestampNanoseconds).jpg"))
        }
        try Data().write(to: URL(filePath: images + "/note.txt"))
        return folder
    }

    @Test(
        "the images of a longer recording are those of the same way, and of a way that ends elsewhere they are refused"
    )
    func sharedImages() throws {
        for (motion, fits) in [(MotionKind.walk, true), (.tabletop, true), (.tour, false), (.loop, false)] {
            let long = try plan(motion, duration: 6)
            let folder = try recording(of: long)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            #expect(throws: Never.self) { try SimulatedImages(of: folder, for: long) }
            let short = try plan(motion, duration: 3)
            if fits {
                let images = try SimulatedImages(of: folder, for: short)
                for entry in ImageSchedule(long).entries {
                    let expected = "\(folder)/mav0/cam0/data/\(entry.timestampNanoseconds).jpg"
                    #expect(images.file(at: entry.time) == expected)
                }
                #expect(images.file(at: 6.5) == nil && images.file(at: -1) == nil)
            } else {
                #expect(throws: SimulationError.self) { try SimulatedImages(of: folder, for: short) }
            }
            let longer = try plan(motion, duration: 9)
            #expect(throws: SimulationError.self) { try SimulatedImages(of: folder, for: longer) }
            let other = try plan(motion, duration: 6, seed: 6)
            #expect(throws: SimulationError.self) { try SimulatedImages(of: folder, for: other) }
        }
        #expect(throws: SimulationError.self) { try SimulatedImages(of: "/nowhere", for: try plan(.walk, duration: 1)) }
    }

    @Test(
        "every motion keeps its level and its speed: no roll beyond a hand's, no more than a person's pace",
        arguments: MotionKind.allCases
    )
    func humanMotion(_ motion: MotionKind) throws {
        for seed in [1, 2, 3] as [UInt64] {
            let trajectory = try plan(motion, duration: 20, seed: seed).trajectory
            for step in 0..<100 {
                let time = Double(step) / 5
                #expect(trajectory.velocity(time).length < 2.5)
                #expect(trajectory.angularVelocity(time).length < 2.5)
                let right = trajectory.worldFromOptical(time).rotation * Vector3(1, 0, 0)
                #expect(abs(right.z) < 0.1)
            }
        }
    }
}
