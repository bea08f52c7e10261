import Foundation
import Geometry
import Imaging
import SceneGraph
import Testing

@Suite("Exported scenes")
struct ExportTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let python = root.appending(path: ".venv/bin/python3")
    static let hasReader = FileManager.default.isExecutableFile(atPath: python.path())

    static func scene() -> Scene {
        var scene = Scene()
        scene.addDefaultLights()
        let bytes = (0..<16 * 16).flatMap { i -> [UInt8] in
            (i / 2 + i / 32) % 2 == 0 ? [255, 90, 82, 255] : [20, 30, 40, 255]
        }
        let checks = scene.add(Texture(.image(ColorImage(width: 16, height: 16, bytes: bytes)), isRepeating: true))
        var painted = Material(.white)
        painted.diffuseMap = checks
        painted.mapRepeats = SIMD2(2, 2)
        let table = scene.add(
            Node("table \"A\"", geometry: .box(size: Vector3(1, 0.05, 0.6), chamfer: 0.01), material: painted)
        )
        let ball = Transform(translation: Vector3(0.2, 0.125, 0), rotation: Rotation(exp: Vector3(0, 1, 0)))
        scene.add(Node("ball", geometry: .sphere(radius: 0.1), material: .metal(), transform: ball), to: table)
        let curve = Tube(along: [Vector3(-0.3, 0.1, 0), Vector3(-0.2, 0.2, 0.1), Vector3(0, 0.1, 0.2)], radius: 0.01)
        scene.add(Node("pipe", geometry: .tube(curve), material: .constant(.coral, opacity: 0.5)), to: table)
        scene.add(Node("label", geometry: .text(TextLabel("not exported"))))
        scene.add(Node("floor", geometry: .plane(width: 9, depth: 9), material: .shadowCatcher()))
        return scene
    }

    @Test("an independent reader finds the nodes, sizes, colours and pictures of a glTF file", .enabled(if: hasReader))
    func gltf() throws {
        let report = try Self.run("check_gltf.py", on: Self.scene().binaryGLTF(), named: "scene.glb")
        #expect(report.trimmingCharacters(in: .whitespacesAndNewlines) == "good")
    }

    @Test("an empty scene is a valid glTF file too", .enabled(if: hasReader))
    func empty() throws {
        let report = try Self.run("check_gltf.py", on: Scene().binaryGLTF(), named: "empty.glb", "--empty")
        #expect(report.trimmingCharacters(in: .whitespacesAndNewlines) == "good")
    }

    @Test("an independent reader finds a solid watertight in the STL file, in millimetres", .enabled(if: hasReader))
    func stl() throws {
        let report = try Self.run("check_stl.py", on: Self.scene().stl(), named: "scene.stl")
        #expect(report.trimmingCharacters(in: .whitespacesAndNewlines) == "good")
    }

    @Test("an STL file has eighty letters, a count and fifty bytes a triangle")
    func stlSize() throws {
        var scene = Scene()
        scene.add(Node(geometry: .box(size: Vector3(1, 1, 1))))
        let bytes = scene.stl()
        #expect(bytes.count == 84 + 12 * 50)
        #expect(bytes[80] == 12)
    }

    static func run(_ script: String, on bytes: [UInt8], named name: String, _ more: String...) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sightline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try Data(bytes).write(to: file)
        let process = Process()
        let output = Pipe()
        process.executableURL = python
        process.arguments = [root.appending(path: "Tests/Readers/\(script)").path(), file.path()] + more
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
