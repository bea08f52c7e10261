import Foundation
import Geometry
import Imaging
import Testing

@testable import Simulation

/// Rows are exposed one after the other, and each for a while.
@Suite("Rolling shutter and exposure")
struct RollingShutterTests {
    private func plan(readout: Double, exposure: Double = 0) throws -> SimulationPlan {
        var preset = DevicePreset.ideal
        preset.camera = preset.camera.scaled(by: 0.25)
        (preset.readoutTime, preset.exposureTime) = (readout, exposure)
        return SimulationPlan(
            scene: try SimulatedScene(
                text: """
                    room size=4,4,2.5
                    table table at=0,0 size=1.6,1.2,0.75 material=plain tint=0.2,0.2,0.2
                    circle at=0,0,0.75 radius=0.35
                    sheet sheet at=0,0,0.75 size=0.297,0.21 material=plain tint=0.6,0.6,0.6
                    """,
                file: "sheet"
            ),
            preset: preset,
            motion: .tabletop,
            start: .shake,
            duration: 2,
            seed: 2
        )
    }

    @Test("a point is seen from where the camera is when its row is half exposed")
    func rows() throws {
        let plan = try plan(readout: 0.03)
        let truth = ImageTruth(plan)
        let camera = plan.preset.camera
        var moved = 0.0
        for corner in plan.scene.rectangles[0].corners {
            for time in [0.5, 0.9, 1.3] {
                let pixel = try #require(truth.pixel(of: corner, at: time))
                let moment = time + (pixel.y / Double(camera.height) - 0.5) * 0.03
                let pose = plan.trajectory.worldFromOptical(moment)
                #expect((try #require(camera.pixel(of: pose.inverse * corner)) - pixel).length < 1e-3)
                let whole = plan.trajectory.worldFromOptical(time)
                moved = max(moved, (try #require(camera.pixel(of: whole.inverse * corner)) - pixel).length)
            }
        }
        #expect(moved > 0.5, "the readout shows in a shaken image")
    }

    @Test("the first row is half exposed half the readout before the middle row, the last as much after it")
    func times() throws {
        let camera = DevicePreset.ideal.camera.scaled(by: 0.1)
        let scene = RenderScene(try SimulatedScene(text: "room size=4,4,2.5", file: "empty"))
        let renderer = FrameRenderer(
            scene: scene,
            camera: camera,
            rays: CameraRays(camera),
            readoutTime: 0.02,
            exposureTime: 0
        )
        #expect(abs(renderer.time(ofRow: 0, middle: 5) - 4.99) < 1e-12)
        #expect(renderer.time(ofRow: 24, middle: 5) == 5)
        #expect(abs(renderer.time(ofRow: 48, middle: 5) - 5.01) < 1e-12)
    }

    @Test("a long exposure blurs a shaken image, and keeps its brightness")
    func exposure() throws {
        let (sharp, long) = (try plan(readout: 0), try plan(readout: 0, exposure: 0.06))
        func image(_ plan: SimulationPlan) -> GrayImage { ScenePainter(plan).image(at: 0.9, seed: 1).gray }
        let (a, b) = (image(sharp), image(long))
        func steepest(_ image: GrayImage) -> Int {
            var largest = 0
            for y in 0..<image.height {
                for x in 1..<image.width { largest = max(largest, abs(Int(image[x, y]) - Int(image[x - 1, y]))) }
            }
            return largest
        }
        func mean(_ image: GrayImage) -> Double {
            image.pixels.reduce(0) { $0 + Double($1) } / Double(image.pixels.count)
        }
        #expect(steepest(b) < steepest(a))
        #expect(abs(mean(a) - mean(b)) < 0.08 * mean(a))
    }

    @Test("an ideal device's image is the same at any readout while the camera rests")
    func rest() throws {
        var (still, rolling) = (try plan(readout: 0), try plan(readout: 0.03))
        (still.start, rolling.start) = (.rest, .rest)
        let (a, b) = (ImageTruth(still), ImageTruth(rolling))
        for corner in still.scene.rectangles[0].corners {
            let shift = try #require(a.pixel(of: corner, at: 0.7)) - (try #require(b.pixel(of: corner, at: 0.7)))
            #expect(shift.length < 0.05)
        }
        #expect(a.pixel(of: Vector3(0, -50, 30), at: 0.7) == nil, "a point behind the camera has no pixel")
    }

    @Test("the sensor clips light to white, and shows none as black")
    func range() {
        let camera = DevicePreset.ideal.camera.scaled(by: 0.1)
        let sensor = ImageSensor(camera: camera, noise: 0)
        func shade(_ light: Float, gain: Float = 1) -> UInt8 {
            let samples = [SIMD4<Float>](repeating: SIMD4(repeating: light), count: camera.width * camera.height)
            return sensor.image(samples, stride: camera.width, gain: gain, seed: 1).gray[32, 24]
        }
        #expect(shade(0) == 0 && shade(-1) == 0 && shade(1e9) == 255)
        let shades = [0.1, 0.3, 1, 2, 4].map { shade(Float($0)) }
        #expect(zip(shades, shades.dropFirst()).allSatisfy { $0 < $1 })
        #expect(shade(1, gain: 2) == shade(2))
    }
}
