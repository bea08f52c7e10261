import Foundation
import Recordings
import Sightline

/// An experience of one's own: it reads frames and edits a scene.
///
/// This one leaves a ball every half metre along the camera's path.
struct Trail {
    private(set) var scene = Scene()
    private var last: Vector3?

    /// Takes one frame in; a frame without a pose changes nothing.
    mutating func update(_ frame: Frame) {
        guard let position = frame.camera?.positionInWorld else { return }
        if let last, (position - last).length < 0.5 { return }
        last = position
        scene.add(
            Node(
                "Ball",
                geometry: .sphere(radius: 0.03),
                material: Material(.coral),
                transform: Transform(translation: position)
            )
        )
    }
}

/// Runs the experience over a recording and saves its scene as a binary glTF file.
///
///     swift run OwnExperience RECORDING OUTPUT.glb
@main
struct OwnExperience {
    static func main() throws {
        let run = SessionRun(reader: try RecordingReader(path: CommandLine.arguments[1]))
        var trail = Trail()
        while let frame = try run.next() { trail.update(frame) }
        try Data(trail.scene.binaryGLTF()).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
        print("\(trail.scene.count) balls")
    }
}
