import Experiences
import Geometry
import Imaging
import SceneGraph
import WorldTracking

/// Measures between two picked pixels over a recording's frames, as a person does with the measuring tool: the bar
/// follows the aim until the second point is set.
struct MeasuringPlayer: RecordingPlayer {
    /// The tool and what it has measured.
    private(set) var measuring = Measuring()
    private var textures = SolidTextures()
    private var root: NodeHandle?
    private var waiting: [MeasureCommand.Pick]
    private var first: Int64?

    init(from: MeasureCommand.Pick, to: MeasureCommand.Pick, finish: SolidFinish) {
        waiting = [from, to]
        measuring.barFinish = finish
    }

    mutating func look(at frame: Frame, image: ColorImage?, in world: inout World) {
        let origin = first ?? frame.timestampNanoseconds
        first = origin
        // Before its time a point is where the middle of the image lies.
        let due = waiting.first.flatMap { $0.isDue(at: frame.timestampNanoseconds, origin: origin) ? $0 : nil }
        guard waiting.first != nil else { return measuring.rest(frame, in: world) }
        measuring.update(frame, in: world, aimingAt: due?.pixel)
        guard due != nil, frame.camera != nil else { return }
        // A second tap takes a point that is only roughly known.
        if measuring.place(in: &world) || (measuring.isRoughOffered && measuring.place(in: &world)) {
            waiting.removeFirst()
        }
    }

    mutating func show(_ frame: Frame, in world: World, scene: inout Scene) {
        let root = root ?? scene.add(Node("Measuring"))
        self.root = root
        guard let camera = frame.camera else { return }
        measuring.draw(in: &scene, under: root, camera: camera, textures: &textures)
    }

    func finish() throws {
        guard !waiting.isEmpty else { return }
        let option = waiting.count == 2 ? "--from" : "--to"
        throw WorkFailure(message: "\(option): nothing is known at that pixel from that time on")
    }
}

extension MeasureCommand.Pick {
    /// Whether its time has come at an image; `origin` is the first image's timestamp, nanoseconds.
    ///
    /// No recording is that long: a time that exceeds the first image's timestamp is a timestamp itself.
    func isDue(at nanoseconds: Int64, origin: Int64) -> Bool {
        Double(nanoseconds) * 1e-9 >= seconds(origin: origin)
    }

    /// Its time, seconds on the images' clock.
    func seconds(origin: Int64) -> Double {
        let start = Double(origin) * 1e-9
        return start > 1_000 && seconds >= start ? seconds : start + seconds
    }
}
