import Experiences
import Features
import Geometry
import Imaging
import TestWorlds
import Testing
import WorldTracking

@Suite("Distances held against earlier images")
struct DistanceCheckTests {
    /// What is looked at: a place on the synthetic room's table, or as high above it.
    static func place(height: Double) -> Vector3 { Vector3(0.05, SyntheticRoom.tableHeight + height, -1.05) }

    /// What a camera shows of a level print, whose shades change every centimetre or two.
    static func picture(height: Double, contrast: Double, from camera: Camera) -> GrayImage {
        let surface = Plane(normal: Vector3(0, 1, 0), through: place(height: height))
        var picture = GrayImage(width: 640, height: 480, shade: 128)
        for y in 0..<480 {
            for x in 0..<640 {
                let ray = camera.ray(through: Vector2(Double(x) + 0.5, Double(y) + 0.5))
                guard let distance = ray.distance(to: surface), distance > 0 else { continue }
                let point = ray.point(at: distance)
                let wave =
                    Double.sine(of: 380 * point.x + 1.7 * .sine(of: 43 * point.z))
                    + .sine(of: 330 * point.z + 2.3 * .sine(of: 61 * point.x))
                picture[x, y] = UInt8(128 + contrast * wave)
            }
        }
        return picture
    }

    /// A world that watched a print from many places.
    static func world(height: Double, contrast: Double = 50, steps: Int = 24) throws -> World {
        var world = SyntheticRoom().world(watched: 1)
        let describer = ImageDescriber()
        for step in 0..<steps {
            var shown = SyntheticRoom().picture(at: 1.05 + Double(step) / 12)
            var blind = world
            let camera = try #require(blind.update(with: shown, describer: describer).camera)
            shown.image = picture(height: height, contrast: contrast, from: camera)
            _ = world.update(with: shown, describer: describer)
        }
        return world
    }

    @Test("images agree at the true distance, and not at one that is a tenth off")
    func agreement() throws {
        let world = try Self.world(height: 0)
        let camera = try #require(world.currentFrame?.camera)
        let (eye, up) = (camera.positionInWorld, Vector3(0, 1, 0))
        let there = Self.place(height: 0)
        #expect(try #require(world.photoConsistency(of: there, normal: up)) > 0.97)
        for factor in [0.8, 0.9, 1.1, 1.2] {
            let wrong = eye + (there - eye) * factor
            #expect(try #require(world.photoConsistency(of: wrong, normal: up)) < 0.8, "\(factor)")
        }
    }

    @Test("nothing is said of faint texture, with too few images, outside the image, and of what is not finite")
    func silence() throws {
        let there = Self.place(height: 0)
        let up = Vector3(0, 1, 0)
        #expect(try Self.world(height: 0, contrast: 8).photoConsistency(of: there, normal: up) == nil)
        #expect(try Self.world(height: 0, steps: 2).photoConsistency(of: there, normal: up) == nil)
        let world = try Self.world(height: 0)
        let eye = try #require(world.currentFrame?.camera).positionInWorld
        for place in [eye, eye * 2 - there, there + Vector3(3, 0, 0), Vector3(.nan, 0, 0)] {
            #expect(world.photoConsistency(of: place, normal: up) == nil)
        }
        #expect(World().photoConsistency(of: there, normal: up) == nil)
    }

    @Test("a surface that stands above the plane that is hit is not READY, and a second tap takes it as a rough point")
    func warning() throws {
        for (height, isRight) in [(0.0, true), (0.12, false)] {
            var world = try Self.world(height: height)
            let frame = try #require(world.currentFrame)
            let pixel = try #require(frame.camera?.pixel(of: Self.place(height: height)))
            var measuring = Measuring()
            measuring.snapsToImage = false
            measuring.update(frame, in: world, aimingAt: pixel)
            let aim = try #require(measuring.aim)
            // The hit itself does not know.
            let hit = try #require(HitTestResult.preferred(among: world.hitTest(pixel)))
            let stated = hit.covariance[0, 0] + hit.covariance[1, 1] + hit.covariance[2, 2]
            #expect(stated.squareRoot() < 0.03 * hit.distance)
            #expect((measuring.advice == .normal) == isRight, "\(height): \(measuring.advice), \(aim.sigma)")
            let isPlacedAtOnce = measuring.place(in: &world)
            #expect(isPlacedAtOnce == isRight)
            if !isRight {
                #expect(measuring.advice == .moveSideways)
                let isPlacedAgain = measuring.place(in: &world)
                #expect(isPlacedAgain)
                #expect(aim.sigma > 0.09 * aim.hit.distance)
            }
            #expect(try #require(measuring.current).points[0].isRough == !isRight)
        }
    }
}
