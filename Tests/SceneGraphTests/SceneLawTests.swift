import Foundation
import Geometry
import Testing

@testable import SceneGraph

/// A scene beside a plain list of who hangs under whom, and laws of boxes, transforms and text that stands for bytes.
@Suite("Laws of scenes")
struct SceneLawTests {
    /// What a scene must hold, written down the plain way.
    private struct Model {
        var names: [NodeHandle: String] = [:]
        var parents: [NodeHandle: NodeHandle?] = [:]
        /// In the order in which they came to their parent.
        var order: [NodeHandle] = []

        func children(of parent: NodeHandle?) -> [NodeHandle] { order.filter { parents[$0] == .some(parent) } }

        func isBelow(_ handle: NodeHandle, _ other: NodeHandle) -> Bool {
            var above: NodeHandle? = handle
            while let step = above {
                if step == other { return true }
                above = parents[step] ?? nil
            }
            return false
        }

        mutating func remove(_ handle: NodeHandle) {
            for child in children(of: handle) { remove(child) }
            names[handle] = nil
            parents[handle] = nil
            order.removeAll { $0 == handle }
        }
    }

    private static func check(_ scene: Scene, _ model: Model, gone: [NodeHandle]) {
        #expect(scene.count == model.names.count)
        #expect(scene.children(of: nil) == model.children(of: nil))
        for (handle, name) in model.names {
            #expect(scene.contains(handle) && scene[handle].name == name)
            #expect(scene.parent(of: handle) == model.parents[handle] ?? nil)
            #expect(scene.children(of: handle) == model.children(of: handle))
        }
        for handle in gone { #expect(!scene.contains(handle) && scene.parent(of: handle) == nil) }
        var visited: [NodeHandle] = []
        scene.forEachVisible(from: nil) { handle, _, _ in visited.append(handle) }
        #expect(visited.count == model.names.count && Set(visited).count == visited.count)
        for (index, handle) in visited.enumerated() {
            guard let parent = model.parents[handle] ?? nil else { continue }
            #expect(visited[..<index].contains(parent), "parents come first")
        }
    }

    @Test(
        "whatever is added, moved and removed, a scene holds what a plain list holds",
        arguments: [1, 2, 3] as [UInt64]
    )
    func model(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (scene, model) = (Scene(), Model())
        var gone: [NodeHandle] = []
        for step in 0..<250 {
            let handles = model.order
            let any = handles.randomElement(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let parent = Bool.random(using: &random) ? any : nil
                let handle = scene.add(Node("n\(step)"), to: parent)
                #expect(model.names[handle] == nil && !gone.contains(handle), "a handle is used twice")
                model.names[handle] = "n\(step)"
                model.parents[handle] = .some(parent)
                model.order.append(handle)
            case 5..<8:
                guard let any else { continue }
                let parent = handles.randomElement(using: &random)
                let fits = parent.map { !model.isBelow($0, any) } ?? true
                let isMoved = scene.move(any, to: parent)
                #expect(isMoved == fits)
                guard fits else { continue }
                model.parents[any] = .some(parent)
                model.order.removeAll { $0 == any }
                model.order.append(any)
            case 8:
                guard let any else { continue }
                gone += model.order.filter { model.isBelow($0, any) }
                scene.remove(any)
                model.remove(any)
            default:
                guard let old = gone.randomElement(using: &random) else { continue }
                scene.remove(old)
                let moves = [scene.move(old, to: any), any.map { scene.move($0, to: old) } ?? false]
                #expect(moves == [false, false])
            }
            if step % 10 == 0 { Self.check(scene, model, gone: gone) }
        }
        Self.check(scene, model, gone: gone)
        scene.removeAllNodes()
        #expect(scene.count == 0 && scene.boundsInWorld == nil)
    }

    private static func transform(_ random: inout SeededGenerator) -> Transform {
        func vector(_ scale: Double) -> Vector3 {
            Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * scale
        }
        return Transform(
            translation: vector(2),
            rotation: Rotation(exp: vector(1)),
            scale: Vector3(0.3 + random.nextUniform(), 0.3 + random.nextUniform(), -0.3 - random.nextUniform())
        )
    }

    @Test("a chain of nodes maps as its transforms one after the other, and back; its box holds every moved point")
    func transforms() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<100 {
            var scene = Scene()
            let steps = (0..<3).map { _ in Self.transform(&random) }
            var parent: NodeHandle?
            for step in steps { parent = scene.add(Node(transform: step), to: parent) }
            let last = try #require(parent)
            let size = Vector3(0.2 + random.nextUniform(), 0.2 + random.nextUniform(), 0.2 + random.nextUniform())
            scene[last].geometry = .box(size: size)
            let whole = scene.worldFromNode(last)
            let bounds = try #require(scene.boundsInWorld(of: last)).expanded(by: 1e-9)
            let back = try #require(whole.inverse)
            for _ in 0..<10 {
                let part = Vector3(random.nextUniform(), random.nextUniform(), random.nextUniform()) - 0.5
                let point = part * size
                let slow = steps.reversed().reduce(point) { point, step in
                    step.translation + step.rotation * (point * step.scale)
                }
                #expect((whole * point - slow).length < 1e-9)
                #expect((back * slow - point).length < 1e-8)
                for axis in 0..<3 { #expect(slow[axis] >= bounds.minimum[axis] && slow[axis] <= bounds.maximum[axis]) }
            }
            // A ray from outside through the node's middle meets it, at the same point however the ray is measured.
            let middle = whole * .zero
            let eye = middle + Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()).normalized * 20
            let hit = try #require(scene.hits(of: Ray(origin: eye, direction: middle - eye)).first)
            #expect(abs((hit.pointInWorld - eye).length + (middle - hit.pointInWorld).length - 20) < 1e-6)
            #expect(abs(hit.normalInWorld.length - 1) < 1e-9 && dot(hit.normalInWorld, middle - eye) <= 0)
        }
    }

    @Test("where a ray enters a box it was outside before, beside a slow walk along it")
    func entry() {
        var random = SeededGenerator(seed: 5)
        var (met, missed) = (0, 0)
        for _ in 0..<300 {
            let low = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
            let box = BoundingBox(minimum: low, maximum: low + 0.3 + random.nextUniform())
            func holds(_ p: Vector3) -> Bool {
                (0..<3).allSatisfy { p[$0] >= box.minimum[$0] && p[$0] <= box.maximum[$0] }
            }
            let origin = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 2
            var direction = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
            if random.nextUniform() < 0.6 { direction = (box.center - origin) * (0.5 + random.nextUniform()) }
            if random.nextUniform() < 0.2 { direction.x = 0 }
            let entry = box.entry(ofRayFrom: origin, along: direction)
            let walk = stride(from: 0.0, to: 8, by: 0.01).first { holds(origin + direction * $0) }
            if let walk {
                met += 1
                #expect(entry.map { $0 <= walk + 1e-9 && walk - $0 < 0.01 + 1e-9 } == true)
            } else {
                missed += 1
                // The walk may step over a corner, but not over more.
                if let entry, entry < 7.9 { #expect(!holds(origin + direction * (entry + 0.011))) }
            }
        }
        #expect(met > 80 && missed > 50)
    }

    @Test("text that stands for bytes gives them back, padded or not, and anything else is refused")
    func base64() {
        var random = SeededGenerator(seed: 6)
        for count in 0..<70 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Data(bytes).base64EncodedString()
            #expect(Base64.bytes(of: text.utf8) == bytes)
            #expect(Base64.bytes(of: text.replacing("=", with: "").utf8) == bytes)
            guard count > 0 else { continue }
            for wrong in ["-", "_", " ", "\n", "é"] { #expect(Base64.bytes(of: (wrong + text).utf8) == nil) }
            if count % 3 == 0 { #expect(Base64.bytes(of: (text + "A").utf8) == nil, "six bits are no byte") }
            if count % 3 != 0 { #expect(Base64.bytes(of: (text + "A").utf8) == nil, "nothing follows the padding") }
        }
    }
}
