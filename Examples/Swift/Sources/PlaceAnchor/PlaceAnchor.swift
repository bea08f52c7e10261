import Recordings
import Sightline

/// Tracks a recording and adds an anchor on the first plane that the centre of the image hits.
///
///     swift run PlaceAnchor RECORDING
@main
struct PlaceAnchor {
    static func main() throws {
        let run = SessionRun(reader: try RecordingReader(path: CommandLine.arguments[1]))
        var trackedCount = 0
        while let frame = try run.next() {
            guard let camera = frame.camera else { continue }  // nil until there is a pose
            trackedCount += 1
            guard run.session.world.anchors.allSatisfy({ $0.plane != nil }) else { continue }
            let centre = camera.lens.sizePixels / 2
            if let hit = run.session.world.hitTest(centre, types: .existingPlaneUsingExtent).first {
                run.session.world.addAnchor(at: hit)  // moves with its plane when the plane is known better
            }
        }
        print("\(trackedCount) of \(run.readCount) images tracked")
        for anchor in run.session.world.anchors where anchor.plane == nil {
            let position = anchor.worldFromAnchor.translation
            print("anchor \(anchor.identifier) at \(position.x) \(position.y) \(position.z) m")
        }
    }
}
