import Geometry
import SceneGraph
import Testing

@Suite("A scene of nodes")
struct SceneTests {
    @Test("a child stands where its parents put it")
    func hierarchy() {
        var scene = Scene()
        let quarter = Rotation(angle: .pi / 2, axis: Vector3(0, 1, 0))
        let turned = Transform(translation: Vector3(1, 0, 0), rotation: quarter)
        let parent = scene.add(Node("parent", transform: turned))
        let scaled = Transform(translation: Vector3(0, 0, -2), scale: Vector3(2, 2, 2))
        let child = scene.add(Node("child", transform: scaled), to: parent)
        let point = scene.worldFromNode(child) * Vector3(0, 0.5, 0)
        #expect((point - Vector3(-1, 1, 0)).length < 1e-12)
        #expect(scene.parent(of: child) == parent)
        #expect(scene.children(of: parent) == [child])
        #expect(scene.node(named: "child") == child)
    }

    @Test("removing a node removes all under it, and its handle names nothing even when the slot is used again")
    func removal() {
        var scene = Scene()
        let parent = scene.add(Node("parent"))
        let child = scene.add(Node("child"), to: parent)
        scene.remove(parent)
        #expect(scene.count == 0)
        let other = scene.add(Node("other"))
        #expect(!scene.contains(parent) && !scene.contains(child) && scene.contains(other))
        scene.remove(parent)
        #expect(scene.count == 1)
        #expect(NodeHandle(rawValue: other.rawValue) == other)
        #expect(!scene.contains(NodeHandle(rawValue: -1)))
    }

    @Test("a node is not hung under itself")
    func cycles() {
        var scene = Scene()
        let top = scene.add(Node("top"))
        let middle = scene.add(Node("middle"), to: top)
        let leaf = scene.add(Node("leaf"), to: middle)
        let refused = scene.move(top, to: leaf)
        #expect(!refused)
        let moved = scene.move(leaf, to: nil)
        #expect(moved)
        #expect(scene.children(of: nil) == [top, leaf])
    }

    @Test("a node that faces the camera lies parallel to the screen, upright, at its own size")
    func facesCamera() {
        var scene = Scene()
        let scaled = Transform(translation: Vector3(1, 2, 3), scale: Vector3(2, 2, 2))
        scene.add(Node("label", transform: scaled, constraints: .facesCamera))
        let eye = RigidTransform<WorldSpace, CameraSpace>(
            rotation: Rotation(exp: Vector3(0.3, -0.5, 0.2)),
            translation: Vector3(-2, 4, 6)
        )
        scene.forEachVisible(from: eye) { _, _, worldFromNode in
            let front = worldFromNode.linear.column2
            #expect((front.normalized - eye.rotation * Vector3(0, 0, 1)).length < 1e-12)
            #expect(abs(front.length - 2) < 1e-12)
            #expect(abs(dot(worldFromNode.linear.column0, eye.rotation * Vector3(0, 1, 0))) < 1e-12)
            #expect(worldFromNode.linear.determinant > 0)
        }
    }

    @Test("a node that keeps its size on the screen grows with its depth")
    func keepsSize() {
        var scene = Scene()
        scene.add(Node(transform: Transform(translation: Vector3(1, 0, -3)), constraints: .keepsSizeOnScreen))
        scene.forEachVisible(from: .identity) { _, _, worldFromNode in
            #expect(abs(worldFromNode.linear.column0.length - 3) < 1e-12)
        }
    }

    @Test("hidden nodes hide their children, and the bounds leave them out")
    func hidden() throws {
        var scene = Scene()
        scene.add(Node(geometry: .sphere(radius: 0.5)))
        let group = scene.add(Node(transform: Transform(translation: Vector3(9, 0, 0))))
        scene.add(Node(geometry: .sphere(radius: 1)), to: group)
        #expect(try #require(scene.boundsInWorld).maximum.x == 10)
        scene[group].isHidden = true
        #expect(try #require(scene.boundsInWorld).maximum.x == 0.5)
    }
}
