import Experiences
import Geometry
import Imaging
import SceneGraph
import WorldTracking

/// Plays a script's drawing gestures over a recording's frames.
struct DrawingPlayer: RecordingPlayer {
    /// The pen and what it has drawn.
    private(set) var tool = DrawingTool()
    private let gestures: [GestureScript.Gesture]
    private var next = 0
    private var aim: Vector2?
    private var first: Int64?
    private var view: DrawingScene?

    init(_ script: GestureScript) { gestures = script.gestures }

    /// Executes the gestures due at a frame, and updates the tool.
    mutating func look(at frame: Frame, image: ColorImage?, in world: inout World) {
        let start = first ?? frame.timestampNanoseconds
        first = start
        let seconds = Double(frame.timestampNanoseconds - start) * 1e-9
        while next < gestures.count, gestures[next].seconds <= seconds {
            perform(gestures[next].act, image, world)
            next += 1
        }
        tool.update(frame, in: world, image: image, aimingAt: aim)
    }

    mutating func show(_ frame: Frame, in world: World, scene: inout Scene) {
        if view == nil { view = DrawingScene(in: &scene) }
        view?.update(tool, camera: frame.camera, in: &scene)
    }

    func finish() throws {}

    private mutating func perform(_ act: GestureScript.Act, _ image: ColorImage?, _ world: World) {
        switch act {
        case .follow(let pixel): if let image { tool.follow(at: pixel, in: image, of: world) }
        case .stopFollowing: tool.stopFollowing()
        case .aim(let pixel): aim = pixel
        case .press: tool.press()
        case .release: tool.release()
        case .choose(let mode): tool.choose(mode)
        case .finish(let finish):
            tool.finish = finish
            tool.drawing.setFinish(finish)
        case .pen(let color, let thickness):
            tool.drawing.color = color ?? tool.drawing.color
            tool.drawing.thickness = thickness ?? tool.drawing.thickness
        case .undo: tool.drawing.undo()
        case .redo: tool.drawing.redo()
        case .clear: tool.drawing.clear()
        }
    }
}
