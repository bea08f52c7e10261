import Foundation
import Geometry
import Imaging
import Odometry
import Recordings
import Testing

@testable import Simulation

@Suite("Simulated sensors")
struct SimulatedSensorTests {
    private func plan(
        _ motion: MotionKind = .tabletop,
        start: MotionStart = .rest,
        preset: DevicePreset = .ideal,
        duration: Double = 30
    ) throws -> SimulationPlan {
        SimulationPlan(
            scene: try SimulatedScene.load("room"),
            preset: preset,
            motion: motion,
            start: start,
            duration: duration,
            seed: 3
        )
    }

    /// The integral over each step of evenly spaced values, by the cubic through the four nearest.
    private func integrals(_ values: [Vector3], _ step: Double) -> [Vector3] {
        let last = values.count - 1
        return (0..<last).map { k in
            let sum =
                switch k {
                case 0: values[0] * 9 + values[1] * 19 - values[2] * 5 + values[3]
                case last - 1: values[last] * 9 + values[last - 1] * 19 - values[last - 2] * 5 + values[last - 3]
                default: values[k] * 13 + values[k + 1] * 13 - values[k - 1] - values[k + 2]
                }
            return sum * (step / 24)
        }
    }

    /// Integrates evenly spaced samples from a true state, to fourth order.
    private func integrate(_ samples: [InertialSample], from start: TruthState) throws -> Vector3 {
        let dt = Double(samples[1].timestampNanoseconds - samples[0].timestampNanoseconds) * 1e-9
        let turns = integrals(samples.map(\.angularVelocity), dt)
        var rotations = [start.worldFromBody.rotation]
        for (k, turn) in turns.enumerated() {
            // The second term is the turn of the rate's own axis (Magnus).
            let curl = cross(samples[k].angularVelocity, samples[k + 1].angularVelocity) * (dt * dt / 12)
            rotations.append(rotations[k] * Rotation(exp: turn + curl))
        }
        let accelerations = zip(rotations, samples).map { $0 * $1.specificForce + Vector3(0, 0, -9.81) }
        var velocities = [try #require(start.velocity)]
        for change in integrals(accelerations, dt) { velocities.append((velocities.last ?? .zero) + change) }
        return integrals(velocities, dt).reduce(start.worldFromBody.translation, +)
    }

    @Test(
        "noise-free samples integrate back to the truth within 1 cm over 30 s",
        arguments: MotionKind.allCases,
        MotionStart.allCases
    )
    func integration(_ motion: MotionKind, _ start: MotionStart) throws {
        let plan = try plan(motion, start: start)
        var simulator = InertialSimulator(trajectory: plan.trajectory, preset: plan.preset, seed: 1)
        let made = (0...6000).map { index in
            let time = Double(index) / 200
            return simulator.sample(at: time, timestampNanoseconds: ImageSchedule.nanoseconds(time))
        }
        let end = try integrate(made.map(\.sample), from: made[0].truth)
        #expect((end - made[6000].truth.worldFromBody.translation).length < 0.01)
    }

    @Test("at rest the accelerometer shows gravity and the gyroscope almost nothing")
    func rest() throws {
        let trajectory = try plan(.walk).trajectory
        #expect(abs(trajectory.specificForce(0.7).length - 9.81) < 0.05)
        #expect(trajectory.angularVelocity(0.7).length < 0.02)
        #expect(trajectory.velocity(0.7).length < 0.01)
        #expect(try plan(.walk, start: .moving).trajectory.velocity(0.7).length > 0.2)
    }

    @Test("noise, biases and rounding are those of the preset")
    func noise() throws {
        let plan = try plan(.walk, preset: .browser)
        var simulator = InertialSimulator(trajectory: plan.trajectory, preset: plan.preset, seed: 1)
        for index in 0..<60 {
            let (sample, truth) = simulator.sample(at: Double(index) / 60, timestampNanoseconds: Int64(index))
            let steps = sample.specificForce / 0.1
            #expect((steps - steps.rounded(.toNearestOrEven)).length < 1e-9)
            #expect(try #require(truth.accelerometerBias).length > 0)
        }
    }

    @Test("the walks stay in the room and above the floor", arguments: SimulatedScene.builtInNames)
    func inside(_ name: String) throws {
        let scene = try SimulatedScene.load(name)
        for motion in MotionKind.allCases {
            let way = DeviceMotion(motion, start: .moving, scene: scene, duration: 30, seed: 5)
            for step in 0...300 {
                let position = way.worldFromOptical(Double(step) / 10).translation
                #expect(abs(position.x) < scene.roomSize.x / 2 - 0.1)
                #expect(abs(position.y) < scene.roomSize.y / 2 - 0.1)
                #expect(position.z > 0.4 && position.z < scene.roomSize.z - 0.3)
            }
        }
    }
}

@Suite("Simulated images")
struct SimulatedImageTests {
    /// A gray sheet, so that it is not clipped, on a dark table, large in the image.
    private static let sheet = """
        room size=4,4,2.5
        table table at=0,0 size=1.6,1.2,0.75 material=plain tint=0.2,0.2,0.2
        circle at=0,0,0.75 radius=0.35
        sheet sheet at=0,0,0.75 size=0.297,0.21 thickness=0.00005 material=plain tint=0.6,0.6,0.6
        """

    private func plan(_ preset: DevicePreset) throws -> SimulationPlan {
        SimulationPlan(
            scene: try SimulatedScene(text: Self.sheet, file: "sheet"),
            preset: preset,
            motion: .tabletop,
            start: .moving,
            duration: 4,
            seed: 2
        )
    }

    /// A pixel's linear light: the display's square root and the sensor's roll-off undone, since edges are half in light alone.
    private func light(_ gray: GrayImage, _ x: Int, _ y: Int) -> Double {
        let shown = Double(gray[x, y]) / 255
        return 0.86 * shown * shown / (1 - 0.22 * shown * shown)
    }

    /// Where the image's brightness crosses half between two pixels, along a line through `pixel` in a direction; pixels from it.
    private func edge(_ gray: GrayImage, _ pixel: Vector2, _ direction: Vector2) -> Double? {
        let reach = 5.0
        let profile = (-50...50).map { step -> Double in
            let at = pixel + direction * (Double(step) / 50 * reach) - Vector2(0.5, 0.5)
            let (x, y) = (Int(at.x.rounded(.down)), Int(at.y.rounded(.down)))
            let (fx, fy) = (at.x - Double(x), at.y - Double(y))
            let top = light(gray, x, y) * (1 - fx) + light(gray, x + 1, y) * fx
            let low = light(gray, x, y + 1) * (1 - fx) + light(gray, x + 1, y + 1) * fx
            return top * (1 - fy) + low * fy
        }
        guard let low = profile.min(), let high = profile.max(), high > 2 * low else { return nil }
        let half = (profile[0] + profile[100]) / 2
        let crossing = zip(profile, profile.dropFirst()).enumerated().first {
            ($0.element.0 - half) * ($0.element.1 - half) <= 0
        }
        guard let crossing else { return nil }
        let part = (half - crossing.element.0) / (crossing.element.1 - crossing.element.0)
        return (Double(crossing.offset) + part - 50) / 50 * reach
    }

    /// The sheet's sides in an image are straight to a fraction of a pixel, so they determine its corners.
    @Test(
        "a sheet's sides lie within 0.1 px of where the truth says, through lens, rolling shutter and stabilisation",
        arguments: ["ideal", "phone", "galaxy-note-8", "pixel-4a"]
    )
    func reprojection(_ name: String) throws {
        var preset = try #require(DevicePreset.all.first { $0.name == name })
        (preset.pixelNoise, preset.gainWander) = (0, 0)
        let plan = try plan(preset)
        let painter = ScenePainter(plan)
        let truth = ImageTruth(plan)
        let corners = plan.scene.rectangles[0].corners
        var sides = 0
        for time in [0.8, 1.9, 3.1] {
            let gray = painter.image(at: time, seed: 1).gray
            for side in 0..<4 {
                var errors: [Double] = []
                for part in stride(from: 0.05, through: 0.95, by: 0.015) {
                    let (a, b) = (corners[side], corners[(side + 1) % 4])
                    let pixel = try #require(truth.pixel(of: a + (b - a) * part, at: time))
                    let next = try #require(truth.pixel(of: a + (b - a) * (part + 0.01), at: time))
                    guard pixel.x > 10, pixel.y > 10, pixel.x < 630, pixel.y < 470 else { continue }
                    let along = (next - pixel).normalized
                    if let error = edge(gray, pixel, Vector2(-along.y, along.x)) { errors.append(error) }
                }
                guard errors.count > 30 else { continue }
                sides += 1
                let sum: Double = errors.reduce(0, +)
                #expect(abs(sum / Double(errors.count)) < 0.1)
            }
        }
        #expect(sides >= 9)
    }

    @Test("the same plan gives the same bytes, another seed others")
    func deterministic() throws {
        let first = ScenePainter(try plan(.phone)).image(at: 1, seed: 4)
        #expect(ScenePainter(try plan(.phone)).image(at: 1, seed: 4) == first)
        #expect(ScenePainter(try plan(.phone)).image(at: 1, seed: 5) != first)
    }

    @Test("a recording is written whole and read back, with its truth beside it")
    func recording() throws {
        let folder = NSTemporaryDirectory() + "sightline-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var preset = DevicePreset.phone
        preset.camera = CameraModel(
            width: 160,
            height: 120,
            focalLengthPixels: Vector2(125, 125),
            principalPointPixels: Vector2(80, 60)
        )
        let plan = SimulationPlan(
            scene: try SimulatedScene.load("desk"),
            preset: preset,
            motion: .tabletop,
            duration: 1,
            seed: 9,
            hasHand: true
        )
        var last = (0, 0)
        try SimulationWriter(plan, folder: folder).write { last = ($0, $1) }
        #expect(last.0 == last.1 && last.0 >= 28)
        var reader = try RecordingReader(path: folder)
        #expect(reader.imageCount == last.1)
        #expect(reader.calibration.timeOffset == preset.timeOffset)
        #expect(try reader.truth().count == 220)
        var images = 0
        while let event = try reader.next() {
            if case .image = event { images += 1 }
        }
        #expect(images == last.1)
        let tips = try String(contentsOfFile: folder + "/truth/fingertip.csv", encoding: .utf8)
        #expect(tips.split(separator: "\n").count == last.1 + 1)
        let rectangles = try String(contentsOfFile: folder + "/truth/rectangles.csv", encoding: .utf8)
        #expect(rectangles.contains(",plan,1,"))
        let scene = try String(contentsOfFile: folder + "/truth/scene.json", encoding: .utf8)
        #expect(scene.contains("\"wall-north\"") && scene.contains("\"desk\"") && scene.contains("\"mug\""))
    }
}

@Suite("Scenes as text")
struct SceneTextTests {
    @Test(
        "a bad line is named",
        arguments: [
            ("sofa", "`at` is missing"),
            ("ball a at=1,2 radius=1", "`at` needs 3 numbers, not “1,2”"),
            ("ball a at=1,2,nan radius=1", "`at` needs 3 numbers, not “1,2,nan”"),
            ("box a at=0,0,0 size=1,1,0", "`size` must be above zero"),
            ("box a at=0,0,0 size=1,1,1 material=gold", "the material “gold” is not known"),
            ("castle", "“castle” is not known"),
            ("poster a wall=up at=0,1 size=1,1", "the wall “up” is none of north, south, east, west"),
            ("ball a at=0,0,0 radius", "“radius” is not key=value"),
            ("hand a table=none", "there is no table “none” above"),
            ("room size=3,3,3", "there is a room already, or it does not come first"),
        ]
    )
    func badLine(_ line: String, _ reason: String) {
        #expect(throws: SimulationError.badScene(file: "f", line: 3, reason: reason)) {
            try SimulatedScene(text: "# a comment\nroom size=4,4,2.5\n\(line)", file: "f")
        }
    }

    @Test("a scene without a room, or a file that is not there, is an error")
    func missing() {
        #expect(throws: SimulationError.badScene(file: "f", line: 1, reason: "the scene must begin with a `room`")) {
            try SimulatedScene(text: "", file: "f")
        }
        #expect(throws: SimulationError.self) { try SimulatedScene.load("/nowhere.scene") }
    }

    @Test(
        "posters hang on their wall and are clockwise from the top left as one looks at them",
        arguments: ["north", "south", "east", "west"]
    )
    func posters(_ wall: String) throws {
        let scene = try SimulatedScene(
            text: "room size=4,4,2.5\nposter p wall=\(wall) at=0.5,1.5 size=0.6,0.8",
            file: "f"
        )
        let corners = scene.rectangles[0].corners
        #expect(corners.allSatisfy { max(abs($0.x), abs($0.y)) > 1.98 && max(abs($0.x), abs($0.y)) < 2 })
        #expect(corners[0].z > corners[3].z && corners[1].z > corners[2].z)
        // Right, seen from the room's middle.
        let forward = Vector3(corners[0].x, corners[0].y, 0)
        #expect(dot(cross(forward, Vector3(0, 0, 1)), corners[1] - corners[0]) > 0)
    }
}
