// The pen of a session. An answer is valid until the next call that answers.

import Experiences
import Geometry
import Imaging
import SceneGraph
import WorldTracking

/// Opens a pen; images in colour are kept from now on.
@_expose(wasm, "sightline_drawing_open")
@_cdecl("sightline_drawing_open")
public func sightlineDrawingOpen(_ handle: UnsafeMutableRawPointer) {
    let session = engineSession(handle)
    if session.drawing == nil { session.drawing = DrawingTool() }
}

/// Processes the last frame with the tip at a pixel, at the image's middle if x is −1, or nowhere if it is −2, while
/// nobody draws.
///
/// Answers with a `DrawingRecord`, empty without a pen.
@_expose(wasm, "sightline_drawing_update")
@_cdecl("sightline_drawing_update")
public func sightlineDrawingUpdate(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double
) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    let image = session.colors.takeFresh()
    if let frame = session.session.world.currentFrame {
        if x < -1.5 {
            session.drawing?.rest(frame, in: session.session.world)
        } else {
            let pixel = x < 0 || session.pointer != nil ? nil : Vector2(x, y)
            let seen = session.seenByPointer(frame)
            session.drawing?.update(seen, in: session.session.world, image: image, aimingAt: pixel)
        }
    }
    guard let tool = session.drawing else { return session.answer.numbers([]) }
    let hasBoard = tool.drawing.worldFromBoard(in: session.session.world) != nil
    return session.answer.record(of: DrawingRecord.count) { record in
        DrawingRecord.write(tool, to: record)
        record[DrawingRecord.hasBoard] = hasBoard ? 1 : 0
    }
}

/// Tracks the object at a pixel of the last frame's image; 1 for a fingertip, 2 for another object, 0 if there is no
/// image in colour.
@_expose(wasm, "sightline_drawing_follow")
@_cdecl("sightline_drawing_follow")
public func sightlineDrawingFollow(_ handle: UnsafeMutableRawPointer, _ x: Double, _ y: Double) -> Int32 {
    let session = engineSession(handle)
    guard let image = session.colors.shown, session.drawing != nil else { return 0 }
    guard x >= 0, y >= 0, x < Double(image.width), y < Double(image.height) else { return 0 }
    session.drawing?.follow(at: Vector2(x, y), in: image, of: session.session.world)
    return (session.drawing?.followsFinger == true ? FollowedKindCode.finger : .thing).rawValue
}

/// Applies a gesture by its code (see `DrawingGestureCode`).
///
/// Returns 1 if it had an effect.
@_expose(wasm, "sightline_drawing_gesture")
@_cdecl("sightline_drawing_gesture")
public func sightlineDrawingGesture(_ handle: UnsafeMutableRawPointer, _ gesture: Int32) -> Int32 {
    let session = engineSession(handle)
    guard session.drawing != nil else { return 0 }
    switch DrawingGestureCode(rawValue: gesture) {
    case .press: session.drawing?.press()
    case .release: session.drawing?.release()
    case .stopFollowing, .letGo: session.drawing?.stopFollowing()
    case .undo: return session.drawing?.drawing.undo() == true ? 1 : 0
    case .redo: return session.drawing?.drawing.redo() == true ? 1 : 0
    case .clear: session.drawing?.drawing.clear()
    case .placeBoard: return session.placeBoard() ? 1 : 0
    case nil: return 0
    }
    return 1
}

/// A further finger touches a pixel or moves there, or is lifted if x is negative; in ink it draws a stroke of its own.
@_expose(wasm, "sightline_drawing_touch")
@_cdecl("sightline_drawing_touch")
public func sightlineDrawingTouch(_ handle: UnsafeMutableRawPointer, _ finger: Int32, _ x: Double, _ y: Double) {
    let session = engineSession(handle)
    if x < 0 {
        session.drawing?.drawing.lift(finger)
    } else {
        session.drawing?.touch(finger, at: Vector2(x, y), in: session.session.world)
    }
}

/// A further finger points along a ray of the world, or moves there; in ink it draws a stroke of its own.
///
/// `sightline_drawing_touch` lifts it. Returns 0 if there is no such ray, or no pen.
@_expose(wasm, "sightline_drawing_touch_ray")
@_cdecl("sightline_drawing_touch_ray")
public func sightlineDrawingTouchRay(
    _ handle: UnsafeMutableRawPointer,
    _ finger: Int32,
    _ x: Double,
    _ y: Double,
    _ z: Double,
    _ directionX: Double,
    _ directionY: Double,
    _ directionZ: Double
) -> Int32 {
    let session = engineSession(handle)
    let (origin, direction) = (Vector3(x, y, z), Vector3(directionX, directionY, directionZ))
    guard session.drawing != nil, let ray = EngineSession.pointingRay(origin, direction) else { return 0 }
    session.drawing?.touch(finger, along: ray, in: session.session.world)
    return 1
}

/// Chooses the tip's action (see `DrawingTool.Mode`) and the finish of pulled strokes (see `SolidFinish`); −1 leaves
/// one unchanged.
///
/// If `dressesAll` is 1, existing solids change their finish too.
@_expose(wasm, "sightline_drawing_choose")
@_cdecl("sightline_drawing_choose")
public func sightlineDrawingChoose(
    _ handle: UnsafeMutableRawPointer,
    _ mode: Int32,
    _ finish: Int32,
    _ dressesAll: Int32
) {
    let session = engineSession(handle)
    if let mode = DrawingTool.Mode(rawValue: mode) { session.drawing?.choose(mode) }
    guard let finish = SolidFinish(rawValue: finish) else { return }
    session.drawing?.finish = finish
    if dressesAll == 1 { session.drawing?.drawing.setFinish(finish) }
}

/// The next stroke's colour, 0xRRGGBB, and thickness in metres.
@_expose(wasm, "sightline_drawing_pen")
@_cdecl("sightline_drawing_pen")
public func sightlineDrawingPen(_ handle: UnsafeMutableRawPointer, _ color: Int32, _ thickness: Double) {
    let session = engineSession(handle)
    session.drawing?.drawing.color = Color(hex: UInt32(bitPattern: color) & 0xFF_FFFF)
    if thickness > 0, thickness <= 0.1 { session.drawing?.drawing.thickness = thickness }
}

/// A file of the drawing (see `DrawingFileCode`).
///
/// Empty if there is none.
@_expose(wasm, "sightline_drawing_file")
@_cdecl("sightline_drawing_file")
public func sightlineDrawingFile(_ handle: UnsafeMutableRawPointer, _ kind: Int32) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    guard var tool = session.drawing else { return session.answer.bytes([]) }
    switch DrawingFileCode(rawValue: kind) {
    case .gltf: return session.answer.bytes(tool.drawing.binaryGLTF())
    case .stl: return session.answer.bytes(tool.drawing.stl())
    case .drawing:
        tool.drawing.placeBoard(in: &session.session.world)
        session.drawing = tool
        let board = tool.drawing.worldFromBoard(in: session.session.world)
        return session.answer.bytes(tool.drawing.encoded(from: board ?? .identity))
    case nil: return session.answer.bytes([])
    }
}

/// One stroke as binary glTF in the world's axes, metres; empty if there is none.
@_expose(wasm, "sightline_drawing_stroke_file")
@_cdecl("sightline_drawing_stroke_file")
public func sightlineDrawingStrokeFile(
    _ handle: UnsafeMutableRawPointer,
    _ author: Int32,
    _ identifier: Int32
) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    return session.answer.bytes(session.drawing?.drawing.binaryGLTF(ofStroke: identifier, by: author) ?? [])
}

/// Loads a saved drawing; returns 1, or 0 without a pen or for invalid bytes.
///
/// Its strokes wait if the board has no pose yet.
@_expose(wasm, "sightline_drawing_load")
@_cdecl("sightline_drawing_load")
public func sightlineDrawingLoad(
    _ handle: UnsafeMutableRawPointer,
    _ bytes: UnsafePointer<UInt8>,
    _ count: Int32
) -> Int32 {
    let session = engineSession(handle)
    guard session.drawing != nil else { return 0 }
    let copy = Array(UnsafeBufferPointer(start: bytes, count: max(0, Int(count))))
    do {
        try session.drawing?.drawing.load(copy, in: session.session.world)
        return 1
    } catch {
        return 0
    }
}

/// The strokes, a `StrokeRecord` each.
@_expose(wasm, "sightline_drawing_strokes")
@_cdecl("sightline_drawing_strokes")
public func sightlineDrawingStrokes(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    let strokes = session.drawing?.drawing.strokes ?? []
    return session.answer.record(of: strokes.count * StrokeRecord.count) { records in
        for (index, stroke) in strokes.enumerated() {
            StrokeRecord.write(stroke, to: records + index * StrokeRecord.count)
        }
    }
}

/// A part of one's own stroke for the others who share the drawing; empty if there is none.
///
/// Places a board if there is none yet.
@_expose(wasm, "sightline_drawing_share")
@_cdecl("sightline_drawing_share")
public func sightlineDrawingShare(
    _ handle: UnsafeMutableRawPointer,
    _ identifier: Int32,
    _ from: Int32,
    _ count: Int32
) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    session.drawing?.drawing.placeBoard(in: &session.session.world)
    let part = session.drawing?.drawing.shared(
        identifier,
        from: Int(from),
        count: Int(count),
        in: session.session.world
    )
    return session.answer.bytes(part ?? [])
}

/// Adds a part of someone's stroke; returns 0 without a pen or for invalid bytes.
///
/// The author is any number but 0.
@_expose(wasm, "sightline_drawing_take")
@_cdecl("sightline_drawing_take")
public func sightlineDrawingTake(
    _ handle: UnsafeMutableRawPointer,
    _ author: Int32,
    _ bytes: UnsafePointer<UInt8>,
    _ count: Int32
) -> Int32 {
    let session = engineSession(handle)
    guard session.drawing != nil else { return 0 }
    let copy = Array(UnsafeBufferPointer(start: bytes, count: max(0, Int(count))))
    do {
        try session.drawing?.drawing.receive(copy, by: author, in: session.session.world)
        return 1
    } catch {
        return 0
    }
}

/// Removes a stroke, or all of an author if the identifier is 0.
@_expose(wasm, "sightline_drawing_remove")
@_cdecl("sightline_drawing_remove")
public func sightlineDrawingRemove(_ handle: UnsafeMutableRawPointer, _ author: Int32, _ identifier: Int32) {
    engineSession(handle).drawing?.drawing.removeStroke(by: author, identifier)
}

extension EngineSession {
    /// Places the drawing's board at the tip; false if the tip is on no surface.
    func placeBoard() -> Bool {
        guard let hit = drawing?.drawing.tip, let camera = session.world.currentFrame?.camera else { return false }
        drawing?.drawing.placeBoard(at: hit, camera: camera, in: &session.world)
        return true
    }
}
