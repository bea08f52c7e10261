import Foundation
import Geometry
import Testing

@testable import Simulation

/// The solids of a scene: ray hits, their ground truth, and their materials.
@Suite("Simulated scenes")
struct SceneGeometryTests {
    private func scene(_ lines: String...) throws -> SimulatedScene {
        try SimulatedScene(text: (["room size=4,6,2.5"] + lines).joined(separator: "\n"), file: "test")
    }

    private func distance(_ scene: SimulatedScene, _ origin: Vector3, _ direction: Vector3) -> Double? {
        scene.distance(along: Ray(origin: origin, direction: direction.normalized))
    }

    @Test("a ray meets the near face of a box, turned or not, and the wall behind it beside the box")
    func box() throws {
        let straight = try scene("box b at=1,0,0 size=0.4,0.4,1")
        let eye = Vector3(-1, 0, 0.5)
        let ahead: Double = try #require(distance(straight, eye, Vector3(1, 0, 0)))
        #expect(abs(ahead - 1.8) < 1e-5)
        let (aside, side): (Double, Double) = (
            try #require(distance(straight, eye, Vector3(1, 0.5, 0))), 1.25.squareRoot()
        )
        #expect(abs(aside - 3 * side) < 1e-4)
        let turned = try scene("box b at=1,0,0 size=0.4,0.4,1 turn=45")
        let (edge, diagonal): (Double, Double) = (
            try #require(distance(turned, eye, Vector3(1, 0, 0))), 2.0.squareRoot()
        )
        #expect(abs(edge - (2 - 0.2 * diagonal)) < 1e-5)
    }

    @Test("a ray meets a ball and a cylinder where their equations say")
    func round() throws {
        let ball = try scene("ball b at=1,0,0.7 radius=0.3")
        #expect(abs(try #require(distance(ball, Vector3(-1, 0, 1), Vector3(1, 0, 0))) - 1.7) < 1e-5)
        let beside = (0.3 * 0.3 - 0.1 * 0.1).squareRoot()
        #expect(abs(try #require(distance(ball, Vector3(-1, 0.1, 1), Vector3(1, 0, 0))) - (2 - beside)) < 1e-5)
        let cylinder = try scene("cylinder c at=1,0,0 radius=0.3 height=1")
        #expect(abs(try #require(distance(cylinder, Vector3(-1, 0, 0.5), Vector3(1, 0, 0))) - 1.7) < 1e-5)
        #expect(abs(try #require(distance(cylinder, Vector3(1, 0, 2), Vector3(0, 0, -1))) - 1) < 1e-5)
        #expect(abs(try #require(distance(cylinder, Vector3(-1, 0, 1.2), Vector3(1, 0, 0))) - 3) < 1e-4)
    }

    @Test("from inside the room every ray meets something, at most the room's diagonal away")
    func room() throws {
        let scene = try SimulatedScene.load("room")
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<500 {
            let direction = Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
            let found = try #require(distance(scene, Vector3(0.1, -1.2, 1.5), direction))
            #expect(found > 0 && found < scene.roomSize.length)
        }
    }

    @Test("what stands behind something is not clear, what stands beside it is")
    func clear() throws {
        let plan = SimulationPlan(
            scene: try scene("box b at=0,0,0 size=0.5,0.5,1", "circle at=0,0,0.5 radius=0.5"),
            preset: {
                var preset = DevicePreset.ideal
                preset.camera = preset.camera.scaled(by: 0.1)
                return preset
            }(),
            motion: .tabletop,
            duration: 1
        )
        let painter = ScenePainter(plan)
        let eye = Vector3(-1.5, 0, 0.5)
        #expect(!painter.isClear(from: eye, to: Vector3(1, 0, 0.5), at: 0))
        #expect(painter.isClear(from: eye, to: Vector3(-0.26, 0, 0.5), at: 0))
        #expect(painter.isClear(from: eye, to: Vector3(1, 1.5, 0.5), at: 0))
        #expect(painter.isClear(from: eye, to: Vector3(1, 0, 2.2), at: 0))
    }

    @Test("the truth's planes are the faces that rays meet", arguments: SimulatedScene.builtInNames)
    func planes(_ name: String) throws {
        let scene = try SimulatedScene.load(name)
        let truth = SimulationTruth(SimulationPlan(scene: scene, duration: 1))
        #expect(truth.planes.count { $0.name.hasPrefix("wall-") } == 4)
        for plane in truth.planes {
            func vector(_ list: [Double]) -> Vector3 { Vector3(list[0], list[1], list[2]) }
            let (center, normal) = (vector(plane.center), vector(plane.normal))
            #expect(abs(normal.length - 1) < 1e-9)
            for corner in plane.corners { #expect(abs(dot(vector(corner) - center, normal)) < 1e-9) }
            let sides = [(0, 1), (1, 2)].map { (vector(plane.corners[$0]) - vector(plane.corners[$1])).length }
            #expect(abs(sides[0] - plane.extent[0]) < 1e-9 && abs(sides[1] - plane.extent[1]) < 1e-9)
            // From just above it a ray against the normal meets it: the normal points out of the solid.
            let corner = vector(plane.corners[0])
            let point = center + (corner - center) * 0.93
            let found = try #require(distance(scene, point + normal * 0.004, -normal))
            #expect(abs(found - 0.004) < 2e-4, "\(plane.name)")
            #expect(plane.alignment == (abs(normal.z) > 0.9 ? "horizontal" : "vertical"))
        }
    }

    @Test("the truth's objects hold all of their parts, and nothing of the room")
    func objects() throws {
        let scene = try SimulatedScene.load("room")
        let truth = SimulationTruth(SimulationPlan(scene: scene, duration: 1))
        #expect(Set(truth.objects.map(\.name)).count == truth.objects.count)
        let boxes = Dictionary(uniqueKeysWithValues: truth.objects.map { ($0.name, $0) })
        for body in scene.bodies where body.shape != .shell {
            let box = try #require(boxes[body.group])
            for axis in 0..<3 {
                #expect(body.centre[axis] > box.minimum[axis] && body.centre[axis] < box.maximum[axis])
            }
        }
        #expect(truth.objects.allSatisfy { $0.maximum[2] < scene.roomSize.z + 0.01 })
    }

    @Test("a rectangle is visible if it faces the camera, is in view, and nothing stands before it")
    func visibility() throws {
        var preset = DevicePreset.ideal
        preset.camera = preset.camera.scaled(by: 0.1)
        func isVisible(_ lines: [String]) throws -> Bool {
            let text = ["room size=4,4,2.5", "table table at=0,0 size=1,1,0.7", "circle at=0,0,0.7 radius=0.5"] + lines
            let plan = SimulationPlan(
                scene: try SimulatedScene(text: text.joined(separator: "\n"), file: "test"),
                preset: preset,
                motion: .tabletop,
                start: .moving,
                duration: 2
            )
            let entry = ImageSchedule.Entry(time: 1, timestampNanoseconds: 7)
            let rectangle = try #require(plan.scene.rectangles.first)
            guard let line = ImageTruth(plan).rectangleLine(rectangle, entry, ScenePainter(plan)) else { return false }
            let parts = line.split(separator: ",")
            #expect(parts.count == 11 && parts[0] == "7" && parts[1] == "page")
            return parts[2] == "1"
        }
        let sheet = "sheet page at=0,0,0.7 size=0.2,0.2"
        #expect(try isVisible([sheet]))
        #expect(try !isVisible([sheet, "box cover at=0,0,0.75 size=0.5,0.5,0.02"]))
        #expect(try !isVisible(["sheet page at=0.45,0.4,0.7 size=1.6,1.6"]), "it reaches behind the camera")
    }

    @Test("every texture is painted the same each time, and its copies keep its brightness")
    func textures() {
        let kinds: [SurfaceMaterial.Kind] = [
            .plain, .plaster, .planks, .wood, .fabric, .rug, .print(0), .print(3), .page(0), .spines(1), .leaves, .skin,
        ]
        func mean(_ texture: SurfaceTexture, _ level: Int) -> Double {
            let (offset, width, height) = texture.levels[level]
            let texels = texture.texels[offset..<offset + width * height]
            return texels.reduce(0.0) { $0 + Double($1.x) + Double($1.y) + Double($1.z) } / Double(3 * texels.count)
        }
        var seen: [[SIMD4<UInt8>]] = []
        for kind in kinds {
            let texture = TexturePainter.texture(kind)
            #expect(texture.texels == TexturePainter.texture(kind).texels)
            #expect(texture.width.nonzeroBitCount == 1 && texture.height.nonzeroBitCount == 1)
            #expect(texture.levels.last?.width == 1 && texture.levels.last?.height == 1)
            #expect(abs(mean(texture, texture.levels.count - 1) - mean(texture, 0)) < 4, "\(kind)")
            #expect(!seen.contains(texture.texels), "\(kind) looks like another")
            seen.append(texture.texels)
        }
    }

    @Test("noise lies between 0 and 1, repeats after its period, and has no seam there")
    func noise() {
        let noise = Noise(seed: 4)
        let period = SIMD2(8, 8)
        for step in 0..<400 {
            let (x, y) = (Float(step) * 0.137, Float(step) * 0.071 - 9)
            let value = noise.value(x, y, period: period)
            #expect(value >= 0 && value <= 1)
            #expect(abs(noise.value(x + 8, y, period: period) - value) < 1e-4)
            #expect(abs(noise.value(x + 0.001, y, period: period) - value) < 0.01)
        }
        #expect(noise.random(3) == noise.random(3) && noise.random(3) != Noise(seed: 5).random(3))
    }
}
