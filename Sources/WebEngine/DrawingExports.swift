// The pen over a session. Answers are valid until the next call that answers.

import Experiences
import Geometry
import Imaging
import SceneGraph
import WorldTracking

/// Gives the session a pen; pictures in colour are kept from now on.
@_expose(wasm, "sightline_drawing_open")
@_cdecl("sightline_drawing_open")
public func sightlineDrawingOpen(_ handle: UnsafeMutableRawPointer) {
    let session = engineSession(handle)
    if session.drawing == nil { session.drawing = DrawingTool() }
}

/// Looks at the last frame with the tip led to a pixel, to the picture's middle where x is −1, to nothing where it is −2: nobody draws then.
///
/// Answers: mode, 1 where pressed, 1 where something is followed, 1 where that is a finger, confidence, 1 where the tip is on a surface,
/// the hit's type and distance, the tip's pixel (x, y; −1 without one), strokes, strokes waiting for the board, 1 where there is a board,
/// the height of the stroke being pulled (−1 without one).
@_expose(wasm, "sightline_drawing_update")
@_cdecl("sightline_drawing_update")
public func sightlineDrawingUpdate(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double
) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    let picture = session.colors.takeFresh()
    if let frame = session.session.world.currentFrame {
        if x < -1.5 {
            session.drawing?.rest(frame, in: session.session.world)
        } else {
            let pixel = x < 0 ? nil : Vector2(x, y)
            session.drawing?.update(frame, in: session.session.world, image: picture, aimingAt: pixel)
        }
    }
    guard let tool = session.drawing else { return session.answer.numbers([]) }
    let drawing = tool.drawing
    let pulled = drawing.strokes.first { ($0.author, $0.identifier) == tool.pulled ?? (0, 0) }
    var numbers = [Double(tool.mode.rawValue), tool.isPressed ? 1 : 0, tool.isFollowing ? 1 : 0]
    numbers += [tool.followsFinger ? 1 : 0, tool.confidence, drawing.tip == nil ? 0 : 1]
    numbers += [Double(drawing.tip?.type.rawValue ?? 0), drawing.tip?.distance ?? 0]
    numbers += [tool.tipPixel?.x ?? -1, tool.tipPixel?.y ?? -1]
    numbers += [Double(drawing.strokes.count), Double(drawing.waitingCount)]
    numbers += [drawing.worldFromBoard(in: session.session.world) == nil ? 0 : 1, pulled?.height ?? -1]
    return session.answer.numbers(numbers)
}

/// Follows what is at a pixel of the last frame's picture; 1 for a fingertip, 2 for another thing, 0 where there is no picture in colour.
@_expose(wasm, "sightline_drawing_follow")
@_cdecl("sightline_drawing_follow")
public func sightlineDrawingFollow(_ handle: UnsafeMutableRawPointer, _ x: Double, _ y: Double) -> Int32 {
    let session = engineSession(handle)
    guard let picture = session.colors.shown, session.drawing != nil else { return 0 }
    guard x >= 0, y >= 0, x < Double(picture.width), y < Double(picture.height) else { return 0 }
    session.drawing?.follow(at: Vector2(x, y), in: picture, of: session.session.world)
    return session.drawing?.followsFinger == true ? 1 : 2
}

/// A gesture by its number: 0 press, 1 release, 2 let what is followed go, 3 undo, 4 redo, 5 clear, 6 place the board at the tip.
///
/// Gives 1 where something came of it.
@_expose(wasm, "sightline_drawing_gesture")
@_cdecl("sightline_drawing_gesture")
public func sightlineDrawingGesture(_ handle: UnsafeMutableRawPointer, _ gesture: Int32) -> Int32 {
    let session = engineSession(handle)
    switch gesture {
    case 0: session.drawing?.press()
    case 1: session.drawing?.release()
    case 2: session.drawing?.letGo()
    case 3: return session.drawing?.drawing.undo() == true ? 1 : 0
    case 4: return session.drawing?.drawing.redo() == true ? 1 : 0
    case 5: session.drawing?.drawing.clear()
    case 6: return session.placeBoard() ? 1 : 0
    default: return 0
    }
    return 1
}

/// Chooses what the tip does (see `DrawingTool.Mode`) and what a pulled stroke looks like (see `SolidFinish`); −1 leaves one as it is.
///
/// Where `dressesAll` is 1 solids that are there change their looks too.
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

/// A file of the drawing: 0 glTF (binary), 1 STL in millimetres, 2 the drawing itself, to be loaded again.
///
/// Empty where there is none.
@_expose(wasm, "sightline_drawing_file")
@_cdecl("sightline_drawing_file")
public func sightlineDrawingFile(_ handle: UnsafeMutableRawPointer, _ kind: Int32) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    guard var tool = session.drawing else { return session.answer.bytes([]) }
    switch kind {
    case 0: return session.answer.bytes(tool.drawing.binaryGLTF())
    case 1: return session.answer.bytes(tool.drawing.stl())
    case 2:
        tool.drawing.placeBoard(in: &session.session.world)
        session.drawing = tool
        let board = tool.drawing.worldFromBoard(in: session.session.world)
        return session.answer.bytes(tool.drawing.encoded(from: board ?? .identity))
    default: return session.answer.bytes([])
    }
}

/// Takes a saved drawing in; 1, or 0 where the bytes are none.
///
/// Its strokes wait where the board has no place yet.
@_expose(wasm, "sightline_drawing_load")
@_cdecl("sightline_drawing_load")
public func sightlineDrawingLoad(
    _ handle: UnsafeMutableRawPointer,
    _ bytes: UnsafePointer<UInt8>,
    _ count: Int32
) -> Int32 {
    let session = engineSession(handle)
    let copy = Array(UnsafeBufferPointer(start: bytes, count: max(0, Int(count))))
    do {
        try session.drawing?.drawing.load(copy, in: session.session.world)
        return 1
    } catch {
        return 0
    }
}

/// The strokes, eight numbers each: author, identifier, points, revision, finish, height, 1 where it is closed, length.
@_expose(wasm, "sightline_drawing_strokes")
@_cdecl("sightline_drawing_strokes")
public func sightlineDrawingStrokes(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    var numbers: [Double] = []
    for stroke in session.drawing?.drawing.strokes ?? [] {
        numbers += [
            Double(stroke.author), Double(stroke.identifier), Double(stroke.points.count), Double(stroke.revision),
        ]
        numbers += [Double(stroke.finish.rawValue), stroke.height, stroke.isClosed ? 1 : 0, stroke.length]
    }
    return session.answer.numbers(numbers)
}

/// A part of one's own stroke for those who share the drawing; empty where there is none.
///
/// Places a board where there is none yet.
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

/// Takes a part of someone's stroke in; 0 where the bytes are none.
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
    let copy = Array(UnsafeBufferPointer(start: bytes, count: max(0, Int(count))))
    do {
        try session.drawing?.drawing.receive(copy, by: author, in: session.session.world)
        return 1
    } catch {
        return 0
    }
}

/// Removes a stroke, or all of an author where the identifier is 0.
@_expose(wasm, "sightline_drawing_remove")
@_cdecl("sightline_drawing_remove")
public func sightlineDrawingRemove(_ handle: UnsafeMutableRawPointer, _ author: Int32, _ identifier: Int32) {
    engineSession(handle).drawing?.drawing.removeStroke(by: author, identifier)
}

extension EngineSession {
    /// Places the drawing's board where the tip is; false where it is on no surface.
    func placeBoard() -> Bool {
        guard let hit = drawing?.drawing.tip, let camera = session.world.currentFrame?.camera else { return false }
        drawing?.drawing.placeBoard(at: hit, camera: camera, in: &session.world)
        return true
    }
}
