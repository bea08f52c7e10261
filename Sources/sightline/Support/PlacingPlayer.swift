import Experiences
import Foundation
import Geometry
import Imaging
import Models
import Recordings
import SceneGraph
import WorldTracking

/// Stands a model on the surface that a pixel shows, from a time on.
struct PlacingPlayer: RecordingPlayer {
    private var placing = Placing()
    private var view: PlacingScene?
    private var first: Int64?
    private let model: Model
    private let images: [ColorImage?]
    private let pick: MeasureCommand.Pick?

    /// Reads a glTF file; `pick` is where it stands, the middle of the image as soon as a surface is known there if nil.
    init(path: String, at pick: MeasureCommand.Pick?) throws {
        self.pick = pick
        let address = URL(fileURLWithPath: path)
        guard let bytes = try? Data(contentsOf: address) else {
            throw InputFailure(message: "\(path): the file cannot be read")
        }
        do {
            model = try Model(gltf: [UInt8](bytes)) { name in
                // Files beside the model, and nowhere else.
                let isBeside = !name.contains("..") && !name.hasPrefix("/") && !name.contains(":")
                let file = address.deletingLastPathComponent().appendingPathComponent(name)
                return isBeside ? (try? Data(contentsOf: file)).map { [UInt8]($0) } : nil
            }
        } catch {
            throw InputFailure(message: "\(path): \(error)")
        }
        images = model.images.map { try? ImageCodec.color(data: Data($0.bytes), name: path) }
    }

    mutating func look(at frame: Frame, image: ColorImage?, in world: inout World) {
        let origin = first ?? frame.timestampNanoseconds
        first = origin
        guard placing.models.isEmpty else { return placing.update(in: world) }
        guard pick?.isDue(at: frame.timestampNanoseconds, origin: origin) ?? true, let camera = frame.camera else {
            return
        }
        placing.add(model, images: images, at: pick?.pixel ?? camera.lens.sizePixels / 2, in: &world)
    }

    mutating func show(_ frame: Frame, in world: World, scene: inout Scene) {
        if view == nil { view = PlacingScene(in: &scene) }
        view?.update(placing, frame, in: world, &scene)
    }

    func finish() throws {
        if placing.models.isEmpty {
            throw WorkFailure(message: "no level surface is known where the model is to stand, from that time on")
        }
    }
}
