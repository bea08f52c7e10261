import Geometry
import Recordings
import Rendering
import SceneGraph
import WorldTracking

/// Draws a recording's frames in order.
struct RecordingFilm {
    /// The last frame, four bytes per pixel.
    private(set) var bytes: [UInt8]
    /// The time to draw and read each frame, seconds.
    private(set) var times: [Double] = []
    /// The number of planes in the last frame.
    var planeCount: Int { content.planeCount }

    /// What a person does in it; nil if nothing.
    private(set) var player: (any RecordingPlayer)?

    private let context: DrawingContext
    private let renderer: Renderer
    private let lens: CameraModel
    private let size: PixelSize
    private let turn: QuarterTurn
    private var content: RecordingScene
    private var light: RoomLight?

    init(
        experience: RecordingScene.Experience,
        player: (any RecordingPlayer)?,
        lens: CameraModel,
        size: PixelSize,
        turn: QuarterTurn
    ) throws {
        do {
            context = try DrawingContext()
            renderer = try Renderer()
        } catch {
            throw WorkFailure(message: "cannot draw: \(error)")
        }
        self.player = player
        self.lens = lens
        self.size = size
        self.turn = turn
        content = RecordingScene(experience)
        bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
    }

    /// Draws a frame over its image.
    mutating func draw(_ frame: Frame, image: RecordedImage, in world: inout World) throws {
        let start = ContinuousClock.now
        if let color = image.color { renderer.setImage(color) } else { renderer.setImage(image.gray) }
        content.update(with: frame)
        player?.look(at: frame, image: image.color, in: &world)
        player?.show(frame, in: world, scene: &content.scene)
        content.scene.roomLight = smoothedLight(image)
        let viewpoint = Viewpoint(
            worldFromCamera: frame.camera?.worldFromCamera ?? .identity,
            lens: frame.camera?.lens ?? lens,
            viewSize: SIMD2(size.width, size.height),
            turn: turn
        )
        do {
            try renderer.draw(frame.camera == nil ? Scene() : content.scene, from: viewpoint)
        } catch {
            throw WorkFailure(message: "cannot draw: \(error)")
        }
        renderer.readPixels(into: &bytes)
        times.append((.now - start) / .seconds(1))
    }

    /// The room's light, smoothed over the images.
    private mutating func smoothedLight(_ image: RecordedImage) -> RoomLight {
        let now = image.color.map { RoomLight(of: $0) } ?? RoomLight(of: image.gray)
        let last = light ?? now
        let next = RoomLight(
            intensity: last.intensity + (now.intensity - last.intensity) * 0.1,
            tint: last.tint + (now.tint - last.tint) * 0.1
        )
        light = next
        return next
    }
}
