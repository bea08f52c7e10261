// Models in the session's world. An answer is valid until the next call with an answer.

import Experiences
import Geometry
import Imaging
import Models
import WebEngine
import WorldTracking

/// Reads a glTF file to place; answers with the error as text, or with nothing.
@_expose(wasm, "sightline_placing_read")
@_cdecl("sightline_placing_read")
public func sightlinePlacingRead(
    _ handle: UnsafeMutableRawPointer,
    _ bytes: UnsafePointer<UInt8>,
    _ count: Int32
) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    session.models.read = nil
    do {
        let model = try Model(gltf: Array(UnsafeBufferPointer(start: bytes, count: max(0, Int(count)))))
        guard model.bounds != nil else { return session.answer.text("the model has no triangles") }
        let images = [ColorImage?](repeating: nil, count: model.images.count)
        session.models.read = SessionModels.ReadModel(model: model, images: images)
        return session.answer.text("")
    } catch {
        return session.answer.text(error.description)
    }
}

/// The number of images of the model that was read.
@_expose(wasm, "sightline_placing_image_count")
@_cdecl("sightline_placing_image_count")
public func sightlinePlacingImageCount(_ handle: UnsafeMutableRawPointer) -> Int32 {
    Int32(engineSession(handle).models.read?.images.count ?? 0)
}

/// One of the images of the model that was read, still encoded; empty if there is none.
@_expose(wasm, "sightline_placing_image")
@_cdecl("sightline_placing_image")
public func sightlinePlacingImage(_ handle: UnsafeMutableRawPointer, _ index: Int32) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    guard let model = session.models.read?.model, model.images.indices.contains(Int(index)) else {
        return session.answer.bytes([])
    }
    return session.answer.bytes(model.images[Int(index)].bytes)
}

/// Reads a decoded image of the model that was read from the image memory: RGBA; 0 if its size is invalid.
@_expose(wasm, "sightline_placing_set_image")
@_cdecl("sightline_placing_set_image")
public func sightlinePlacingSetImage(
    _ handle: UnsafeMutableRawPointer,
    _ index: Int32,
    _ width: Int32,
    _ height: Int32
) -> Int32 {
    let session = engineSession(handle)
    guard session.models.read?.images.indices.contains(Int(index)) == true,
        let image = session.colorImage(width: width, height: height)
    else { return 0 }
    session.models.read?.images[Int(index)] = image
    return 1
}

/// The omitted parts of the model that was read, one per line.
@_expose(wasm, "sightline_placing_omissions")
@_cdecl("sightline_placing_omissions")
public func sightlinePlacingOmissions(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    return session.answer.text(session.models.read?.model.omissions.joined(separator: "\n") ?? "")
}

/// The model that was read as a USDZ file, at rest and in its true size; empty if there is none.
@_expose(wasm, "sightline_placing_usdz")
@_cdecl("sightline_placing_usdz")
public func sightlinePlacingUSDZ(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    return session.answer.bytes(session.models.read?.model.usdz() ?? [])
}

/// Places the model that was read on the horizontal surface at a pixel; returns its identifier, 0 if none is known.
@_expose(wasm, "sightline_placing_stand")
@_cdecl("sightline_placing_stand")
public func sightlinePlacingStand(_ handle: UnsafeMutableRawPointer, _ x: Double, _ y: Double) -> Int32 {
    let session = engineSession(handle)
    guard let read = session.models.read, let pixel = session.modelPixel(x, y) else { return 0 }
    return session.models.placing.add(read.model, images: read.images, at: pixel, in: &session.session.world) ?? 0
}

/// Places the model that was read on an anchor; returns its identifier, 0 if there is no such anchor.
@_expose(wasm, "sightline_placing_stand_on")
@_cdecl("sightline_placing_stand_on")
public func sightlinePlacingStandOn(_ handle: UnsafeMutableRawPointer, _ anchor: Int32) -> Int32 {
    let session = engineSession(handle)
    guard let read = session.models.read else { return 0 }
    return session.models.placing.add(read.model, images: read.images, onAnchor: anchor, in: session.session.world) ?? 0
}

/// Evaluates the last frame with the aim at a pixel, the image's centre if x is −1; answers with a `PlacingRecord`.
@_expose(wasm, "sightline_placing_update")
@_cdecl("sightline_placing_update")
public func sightlinePlacingUpdate(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double
) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    session.models.placing.update(in: session.session.world)
    let pixel = session.modelPixel(x, y)
    let surface = pixel.flatMap { session.models.placing.levelSurface(at: $0, in: session.session.world) }
    let scaleSigma = session.session.world.currentFrame?.scaleSigma ?? .infinity
    return session.answer.record(of: PlacingRecord.count) { record in
        record[PlacingRecord.isAimOnSurface] = surface == nil ? 0 : 1
        record[PlacingRecord.scaleSigma] = scaleSigma.isFinite ? scaleSigma : -1
        PlacingRecord.write(session.models.placing, to: record)
    }
}

/// Grabs the model at a pixel; 0 if there is none.
@_expose(wasm, "sightline_placing_grab")
@_cdecl("sightline_placing_grab")
public func sightlinePlacingGrab(_ handle: UnsafeMutableRawPointer, _ x: Double, _ y: Double) -> Int32 {
    let session = engineSession(handle)
    return session.models.placing.grab(at: Vector2(x, y), in: session.session.world) ? 1 : 0
}

/// Moves the grabbed model to a pixel.
@_expose(wasm, "sightline_placing_drag")
@_cdecl("sightline_placing_drag")
public func sightlinePlacingDrag(_ handle: UnsafeMutableRawPointer, _ x: Double, _ y: Double) {
    let session = engineSession(handle)
    session.models.placing.drag(to: Vector2(x, y), in: session.session.world)
}

/// Grabs the model at a position of the view, as a frame showed it; 0 if there is none or the frame is not known.
@_expose(wasm, "sightline_placing_grab_in")
@_cdecl("sightline_placing_grab_in")
public func sightlinePlacingGrabIn(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double,
    _ frameNanoseconds: Int64
) -> Int32 {
    let session = engineSession(handle)
    guard let seen = session.pastPixel(Vector2(x, y), frameNanoseconds: frameNanoseconds) else { return 0 }
    return session.models.placing.grab(at: seen.pixel, from: seen.camera, in: session.session.world) ? 1 : 0
}

/// Moves the grabbed model to a position of the view, as a frame showed it.
@_expose(wasm, "sightline_placing_drag_in")
@_cdecl("sightline_placing_drag_in")
public func sightlinePlacingDragIn(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double,
    _ frameNanoseconds: Int64
) {
    let session = engineSession(handle)
    guard let seen = session.pastPixel(Vector2(x, y), frameNanoseconds: frameNanoseconds) else { return }
    session.models.placing.drag(to: seen.pixel, from: seen.camera, in: session.session.world)
}

/// Moves the chosen model on its level, metres to the right and away as the camera looks.
@_expose(wasm, "sightline_placing_move")
@_cdecl("sightline_placing_move")
public func sightlinePlacingMove(_ handle: UnsafeMutableRawPointer, _ right: Double, _ away: Double) {
    let session = engineSession(handle)
    session.models.placing.move(right: right, away: away, in: &session.session.world)
}

/// From here on changes belong to a gesture of an author.
@_expose(wasm, "sightline_placing_begin_edit")
@_cdecl("sightline_placing_begin_edit")
public func sightlinePlacingBeginEdit(_ handle: UnsafeMutableRawPointer, _ author: Int32, _ number: Int32) {
    engineSession(handle).models.placing.beginEdit(by: author, number: number)
}

/// Takes back an author's last change of a model; 0 if there is none.
@_expose(wasm, "sightline_placing_undo")
@_cdecl("sightline_placing_undo")
public func sightlinePlacingUndo(_ handle: UnsafeMutableRawPointer, _ author: Int32) -> Int32 {
    let session = engineSession(handle)
    return session.models.placing.undo(by: author, in: &session.session.world) ? 1 : 0
}

/// Releases the grabbed model.
@_expose(wasm, "sightline_placing_release")
@_cdecl("sightline_placing_release")
public func sightlinePlacingRelease(_ handle: UnsafeMutableRawPointer) {
    let session = engineSession(handle)
    session.models.placing.release(in: &session.session.world)
}

/// Turns the chosen model about its vertical axis, radians.
@_expose(wasm, "sightline_placing_turn")
@_cdecl("sightline_placing_turn")
public func sightlinePlacingTurn(_ handle: UnsafeMutableRawPointer, _ angle: Double) {
    engineSession(handle).models.placing.turn(by: angle)
}

/// Multiplies the chosen model's size.
@_expose(wasm, "sightline_placing_scale")
@_cdecl("sightline_placing_scale")
public func sightlinePlacingScale(_ handle: UnsafeMutableRawPointer, _ factor: Double) {
    engineSession(handle).models.placing.scale(by: factor)
}

/// Shows the chosen model in its file's size.
@_expose(wasm, "sightline_placing_true_size")
@_cdecl("sightline_placing_true_size")
public func sightlinePlacingTrueSize(_ handle: UnsafeMutableRawPointer) {
    engineSession(handle).models.placing.useTrueSize()
}

/// Plays an animation of the chosen model from its start, stops it with −1; 0 if there is none.
@_expose(wasm, "sightline_placing_play")
@_cdecl("sightline_placing_play")
public func sightlinePlacingPlay(_ handle: UnsafeMutableRawPointer, _ animation: Int32) -> Int32 {
    let session = engineSession(handle)
    let wanted = animation == -1 ? nil : Int(animation)
    return session.models.placing.play(animation: wanted, in: session.session.world) ? 1 : 0
}

/// Removes a model; 0 if there is none with that identifier.
@_expose(wasm, "sightline_placing_remove")
@_cdecl("sightline_placing_remove")
public func sightlinePlacingRemove(_ handle: UnsafeMutableRawPointer, _ identifier: Int32) -> Int32 {
    let session = engineSession(handle)
    return session.models.placing.remove(identifier, from: &session.session.world) ? 1 : 0
}

extension EngineSession {
    /// The session's models.
    fileprivate var models: SessionModels {
        if let addedTool { return unsafeDowncast(addedTool, to: SessionModels.self) }
        let made = SessionModels()
        addedTool = made
        return made
    }

    /// The pixel of an argument: the image's centre if x is −1; nil before the first frame.
    fileprivate func modelPixel(_ x: Double, _ y: Double) -> Vector2? {
        guard let lens = session.world.currentFrame?.camera?.lens else { return nil }
        return x == -1 ? lens.sizePixels / 2 : Vector2(x, y)
    }
}

extension PlacingRecord {
    /// Writes the tool's state.
    fileprivate static func write(_ tool: Placing, to record: UnsafeMutablePointer<Double>) {
        record[modelCount] = Double(tool.models.count)
        record[chosen] = Double(tool.chosen ?? 0)
        record[isHeld] = tool.isHeld ? 1 : 0
        record[animation] = -1
        guard let model = tool.chosenModel else { return }
        record[scale] = model.scale
        record.write(model.size, at: size)
        record[animationCount] = Double(model.model.animations.count)
        record[animation] = Double(model.animation ?? -1)
        record[triangleCount] = Double(model.model.triangleCount)
    }
}
