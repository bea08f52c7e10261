// The annotations of a call in a session's world. Positions are those of the view, (0, 0) top left, (1, 1) bottom
// right, in the frame with the given timestamp. Results are of `AnnotationResultCode`.

import Experiences
import Geometry
import SceneGraph
import WorldTracking

/// Processes the last frame; call it once per frame, before the view is drawn.
@_expose(wasm, "sightline_assisting_update")
@_cdecl("sightline_assisting_update")
public func sightlineAssistingUpdate(_ handle: UnsafeMutableRawPointer) {
    let session = engineSession(handle)
    guard let frame = session.session.world.currentFrame else { return }
    session.assisting.update(frame, in: session.session.world)
}

/// Starts an annotation: its author and number, its kind (see `AnnotationKind`), the quantity of a length (see
/// `MeasuringTool`), colour 0xRRGGBB, thickness as a fraction of the image's width, its text as UTF-8.
@_expose(wasm, "sightline_assisting_begin")
@_cdecl("sightline_assisting_begin")
public func sightlineAssistingBegin(
    _ handle: UnsafeMutableRawPointer,
    _ author: Int32,
    _ number: Int32,
    _ kind: Int32,
    _ tool: Int32,
    _ color: Int32,
    _ thickness: Double,
    _ text: UnsafePointer<UInt8>,
    _ textLength: Int32,
    _ frameNanoseconds: Int64
) -> Int32 {
    guard let kind = AnnotationKind(rawValue: kind), let tool = MeasuringTool(rawValue: tool) else {
        return AnnotationResultCode.badValue.rawValue
    }
    return AnnotationResultCode.of { () throws(AnnotationError) in
        try engineSession(handle).assisting.begin(
            Annotation.Identifier(author: author, number: number),
            kind: kind,
            tool: tool,
            color: Color(hex: UInt32(bitPattern: color)),
            thickness: thickness,
            text: String(cutting: text, count: textLength, most: 500),
            frameNanoseconds: frameNanoseconds
        )
    }
}

/// Adds positions, pairs of 64-bit floats, to an annotation.
@_expose(wasm, "sightline_assisting_append")
@_cdecl("sightline_assisting_append")
public func sightlineAssistingAppend(
    _ handle: UnsafeMutableRawPointer,
    _ author: Int32,
    _ number: Int32,
    _ positions: UnsafePointer<Double>,
    _ count: Int32,
    _ frameNanoseconds: Int64
) -> Int32 {
    let session = engineSession(handle)
    let points = (0..<max(0, Int(count))).map {
        session.imagePosition(Vector2(positions[2 * $0], positions[2 * $0 + 1]))
    }
    return AnnotationResultCode.of { () throws(AnnotationError) in
        try session.assisting.append(
            points,
            to: Annotation.Identifier(author: author, number: number),
            frameNanoseconds: frameNanoseconds,
            in: session.session.world
        )
    }
}

/// Finishes an annotation; a stroke that has the shape of a circle or an arrow becomes one.
@_expose(wasm, "sightline_assisting_end")
@_cdecl("sightline_assisting_end")
public func sightlineAssistingEnd(_ handle: UnsafeMutableRawPointer, _ author: Int32, _ number: Int32) -> Int32 {
    let session = engineSession(handle)
    return AnnotationResultCode.of { () throws(AnnotationError) in
        try session.assisting.end(
            Annotation.Identifier(author: author, number: number),
            in: session.session.world
        )
    }
}

/// Removes an author's last annotation; 0 if there is none.
@_expose(wasm, "sightline_assisting_undo")
@_cdecl("sightline_assisting_undo")
public func sightlineAssistingUndo(_ handle: UnsafeMutableRawPointer, _ author: Int32) -> Int32 {
    engineSession(handle).assisting.undo(author: author) ? 1 : 0
}

/// Removes any annotation; 0 if there is none with this identifier.
@_expose(wasm, "sightline_assisting_remove")
@_cdecl("sightline_assisting_remove")
public func sightlineAssistingRemove(_ handle: UnsafeMutableRawPointer, _ author: Int32, _ number: Int32) -> Int32 {
    engineSession(handle).assisting.remove(Annotation.Identifier(author: author, number: number)) ? 1 : 0
}

/// Removes an author's annotations, or everyone's if the author is −1.
@_expose(wasm, "sightline_assisting_clear")
@_cdecl("sightline_assisting_clear")
public func sightlineAssistingClear(_ handle: UnsafeMutableRawPointer, _ author: Int32) {
    engineSession(handle).assisting.clear(author: author == -1 ? nil : author)
}

/// Removes the annotations within a radius, a fraction of the image's width, of a position.
@_expose(wasm, "sightline_assisting_erase")
@_cdecl("sightline_assisting_erase")
public func sightlineAssistingErase(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double,
    _ radius: Double,
    _ frameNanoseconds: Int64
) {
    let session = engineSession(handle)
    let position = session.imagePosition(Vector2(x, y))
    session.assisting.erase(at: position, radius: radius, frameNanoseconds: frameNanoseconds)
}

/// Keeps a frame's pose while someone draws on its still image (1), or releases it (0); 0 if the frame is no longer
/// known.
@_expose(wasm, "sightline_assisting_freeze")
@_cdecl("sightline_assisting_freeze")
public func sightlineAssistingFreeze(
    _ handle: UnsafeMutableRawPointer,
    _ frameNanoseconds: Int64,
    _ isFrozen: Int32
) -> Int32 {
    let session = engineSession(handle)
    guard isFrozen != 0 else {
        session.assisting.release(frameNanoseconds)
        return 1
    }
    return session.assisting.freeze(frameNanoseconds) ? 1 : 0
}

/// All annotations as JSON, oldest first; see docs/tools/assist.md.
@_expose(wasm, "sightline_assisting_list")
@_cdecl("sightline_assisting_list")
public func sightlineAssistingList(_ handle: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    return session.answer.bytes(session.assisting.json)
}

// MARK: The board

/// Shows the picture in the image memory, RGBA, on the board; 0 if its size is not valid.
@_expose(wasm, "sightline_assisting_set_board")
@_cdecl("sightline_assisting_set_board")
public func sightlineAssistingSetBoard(_ handle: UnsafeMutableRawPointer, _ width: Int32, _ height: Int32) -> Int32 {
    let session = engineSession(handle)
    guard let picture = session.colorImage(width: width, height: height) else { return 0 }
    session.assisting.showBoard(picture)
    return 1
}

/// Stands the board where a position shows a plane.
@_expose(wasm, "sightline_assisting_place_board")
@_cdecl("sightline_assisting_place_board")
public func sightlineAssistingPlaceBoard(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double,
    _ frameNanoseconds: Int64
) -> Int32 {
    let session = engineSession(handle)
    let position = session.imagePosition(Vector2(x, y))
    return AnnotationResultCode.of { () throws(AnnotationError) in
        try session.assisting.placeBoard(at: position, frameNanoseconds: frameNanoseconds, in: &session.session.world)
    }
}

/// Multiplies the board's size.
@_expose(wasm, "sightline_assisting_scale_board")
@_cdecl("sightline_assisting_scale_board")
public func sightlineAssistingScaleBoard(_ handle: UnsafeMutableRawPointer, _ factor: Double) {
    engineSession(handle).assisting.scaleBoard(by: factor)
}

/// Takes the board away.
@_expose(wasm, "sightline_assisting_remove_board")
@_cdecl("sightline_assisting_remove_board")
public func sightlineAssistingRemoveBoard(_ handle: UnsafeMutableRawPointer) {
    let session = engineSession(handle)
    session.assisting.removeBoard(from: &session.session.world)
}
