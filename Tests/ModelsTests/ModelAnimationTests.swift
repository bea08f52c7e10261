import Geometry
import SceneGraph
import Testing

@testable import Models

@Suite struct ModelAnimationTests {
    /// A model of a triangle whose node moves as a sampler says; view 1 has the times, view 2 the values.
    private static func moving(
        _ path: String,
        _ interpolation: String,
        _ times: [Float],
        _ values: [Float],
        type: String = "VEC3"
    ) -> ModelFile {
        var file = ModelFile.triangle
        let width = type == "VEC4" ? 4 : 3
        file.parts = file.parts.replacing(
            "\"type\":\"VEC3\"}]",
            with: """
                "type":"VEC3"},
                {"bufferView":1,"componentType":5126,"count":\(times.count),"type":"SCALAR"},
                {"bufferView":2,"componentType":5126,"count":\(values.count / width),"type":"\(type)"}]
                """
        )
        file.parts += """
            ,"animations":[{"name":"move","channels":[{"sampler":0,"target":{"node":0,"path":"\(path)"}}],
            "samplers":[{"input":1,"output":2,"interpolation":"\(interpolation)"}]}]
            """
        file.addView(floats: times)
        file.addView(floats: values)
        return file
    }

    private static func transform(_ model: Model, at seconds: Double) -> Transform {
        var transforms = model.restTransforms
        model.animations[0].apply(at: seconds, to: &transforms)
        return transforms[0]
    }

    @Test func `positions lie on the line between their keys, and stay at the ends`() throws {
        let model = try Self.moving("translation", "LINEAR", [1, 2, 4], [0, 0, 0, 1, 0, 0, 1, 4, 0]).model()
        #expect(model.animations[0].duration == 4)
        for (seconds, place) in [
            (0.0, Vector3(0, 0, 0)), (1.5, Vector3(0.5, 0, 0)), (3, Vector3(1, 2, 0)), (9, Vector3(1, 4, 0)),
        ] {
            #expect((Self.transform(model, at: seconds).translation - place).length < 1e-9)
        }
    }

    @Test func `a step keeps its value until the next key`() throws {
        let model = try Self.moving("scale", "STEP", [0, 1], [1, 1, 1, 2, 2, 2]).model()
        #expect(Self.transform(model, at: 0.999).scale == Vector3(1, 1, 1))
        #expect(Self.transform(model, at: 1).scale == Vector3(2, 2, 2))
    }

    @Test func `rotations take the shorter way`() throws {
        // The second key is −q of 90°: the same rotation, written the other way round.
        let half = Float(0.5).squareRoot()
        let model = try Self.moving("rotation", "LINEAR", [0, 1], [0, 0, 0, 1, 0, -half, 0, -half], type: "VEC4")
            .model()
        let middle = Self.transform(model, at: 0.5).rotation
        #expect((middle.angle - Double.pi / 4).magnitude < 1e-6)
    }

    @Test func `a cubic curve leaves and arrives along its tangents`() throws {
        // One value: incoming tangent, value, outgoing tangent.
        let model = try Self.moving(
            "translation",
            "CUBICSPLINE",
            [0, 2],
            [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0]
        ).model()
        // With both tangents equal to the slope, the curve is the straight line x = t.
        for seconds in [0.25, 1, 1.7] {
            #expect((Self.transform(model, at: seconds).translation.x - seconds).magnitude < 1e-6)
        }
    }

    @Test func `damaged animations are refused by name`() {
        #expect(
            Self.moving("translation", "LINEAR", [1, 1], [0, 0, 0, 1, 0, 0]).refusal
                == .malformed("animations[0].samplers[0]: its times do not ascend")
        )
        #expect(
            Self.moving("translation", "LINEAR", [0, 1], [0, 0, 0]).refusal
                == .malformed("animations[0].samplers[0]: 2 times have 1 values")
        )
        #expect(
            Self.moving("rotation", "LINEAR", [0], [0, 0, 0, 0], type: "VEC4").refusal
                == .malformed("animations[0].samplers[0]: a rotation has no length")
        )
    }

    /// A triangle on two joints: its third corner follows the second joint, which stands at (0, 1, 0).
    private static var skinned: ModelFile {
        var file = ModelFile(
            """
            "scenes":[{"nodes":[0,1]}],
            "nodes":[{"mesh":0,"skin":0,"translation":[100,0,0]},{"children":[2]},{"translation":[0,1,0]}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}],
            "skins":[{"joints":[1,2],"inverseBindMatrices":3}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
            {"bufferView":1,"componentType":5121,"count":3,"type":"VEC4"},
            {"bufferView":2,"componentType":5126,"count":3,"type":"VEC4"},
            {"bufferView":3,"componentType":5126,"count":2,"type":"MAT4"},
            {"bufferView":4,"componentType":5126,"count":1,"type":"SCALAR"},
            {"bufferView":5,"componentType":5126,"count":1,"type":"VEC4"}],
            "animations":[{"channels":[{"sampler":0,"target":{"node":2,"path":"rotation"}}],
            "samplers":[{"input":4,"output":5}]}]
            """
        )
        file.addView(floats: [0, 0, 0, 1, 0, 0, 0, 2, 0])
        file.addView([0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0])
        file.addView(floats: [1, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0])
        let identity: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
        file.addView(floats: identity + [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1])
        file.addView(floats: [0])
        let half = Float(0.5).squareRoot()
        file.addView(floats: [0, 0, half, half])
        return file
    }

    @Test func `joints move the vertices, and the node of a bent mesh does not`() throws {
        let model = try Self.skinned.model()
        #expect(try #require(model.bounds).maximum.x == 1)
        var scene = Scene()
        let placed = PlacedModel(model, in: &scene)
        func top() -> Double { scene.boundsInWorld?.maximum.y ?? 0 }
        #expect((top() - 2).magnitude < 1e-6)
        placed.show(animation: 0, at: 0, in: &scene)
        // A quarter turn about the second joint brings the corner from (0, 2, 0) to (−1, 1, 0).
        let bounds = try #require(scene.boundsInWorld)
        #expect((bounds.maximum.y - 1).magnitude < 1e-6 && (bounds.minimum.x + 1).magnitude < 1e-6)
        placed.remove(from: &scene)
        #expect(scene.count == 0)
    }

    @Test func `a vertex that names a missing joint is refused`() {
        var file = Self.skinned
        file.parts = file.parts.replacing("\"joints\":[1,2]", with: "\"joints\":[1]")
        #expect(file.refusal == .malformed("nodes[0]: a vertex names a joint that its skin does not have"))
    }
}
