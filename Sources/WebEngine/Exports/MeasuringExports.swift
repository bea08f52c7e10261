// The measuring tool of a session. An answer is valid until the next call that answers.

import Experiences
import Geometry
import WorldTracking

/// Processes the last frame with the aim at a pixel, at the image's middle if x is −1, or nowhere if it is −2, while
/// nobody measures.
///
/// Answers with a `MeasuringRecord`.
@_expose(wasm, "sightline_measuring_update")
@_cdecl("sightline_measuring_update")
public func sightlineMeasuringUpdate(
    _ handle: UnsafeMutableRawPointer,
    _ x: Double,
    _ y: Double
) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    if let frame = session.session.world.currentFrame {
        if x < -1.5 {
            session.measuring.rest(frame, in: session.session.world)
        } else {
            let pixel = x < 0 || session.pointer != nil ? nil : Vector2(x, y)
            session.measuring.update(session.seenByPointer(frame), in: session.session.world, aimingAt: pixel)
        }
    }
    let measuring = session.measuring
    return session.answer.record(of: MeasuringRecord.count) { MeasuringRecord.write(measuring, to: $0) }
}

/// Sets a point at the aim; 0 if nothing is known there, and for the first tap at an inaccurate point.
@_expose(wasm, "sightline_measuring_place")
@_cdecl("sightline_measuring_place")
public func sightlineMeasuringPlace(_ handle: UnsafeMutableRawPointer) -> Int32 {
    let session = engineSession(handle)
    return session.measuring.place(in: &session.session.world) ? 1 : 0
}

/// Finishes the current measurement.
@_expose(wasm, "sightline_measuring_finish")
@_cdecl("sightline_measuring_finish")
public func sightlineMeasuringFinish(_ handle: UnsafeMutableRawPointer, _ isClosed: Int32) {
    let session = engineSession(handle)
    session.measuring.finish(in: &session.session.world, isClosed: isClosed != 0)
}

/// Removes the last point or measurement; 0 if there is none.
@_expose(wasm, "sightline_measuring_undo")
@_cdecl("sightline_measuring_undo")
public func sightlineMeasuringUndo(_ handle: UnsafeMutableRawPointer) -> Int32 {
    let session = engineSession(handle)
    return session.measuring.undo(in: &session.session.world) ? 1 : 0
}

/// Chooses the quantity (see `MeasuringTool`); ignores unknown numbers.
@_expose(wasm, "sightline_measuring_choose")
@_cdecl("sightline_measuring_choose")
public func sightlineMeasuringChoose(_ handle: UnsafeMutableRawPointer, _ tool: Int32) {
    guard let tool = MeasuringTool(rawValue: tool) else { return }
    let session = engineSession(handle)
    session.measuring.choose(tool, in: &session.session.world)
}

/// Lengths in metres (0) or inches and feet (1).
@_expose(wasm, "sightline_measuring_unit")
@_cdecl("sightline_measuring_unit")
public func sightlineMeasuringUnit(_ handle: UnsafeMutableRawPointer, _ unit: Int32) {
    engineSession(handle).measuring.unit = MeasuringUnitCode(rawValue: unit) == .imperial ? .imperial : .metric
}

/// The material of the bars between points (see `SolidFinish`); ignores unknown numbers.
@_expose(wasm, "sightline_measuring_material")
@_cdecl("sightline_measuring_material")
public func sightlineMeasuringMaterial(_ handle: UnsafeMutableRawPointer, _ finish: Int32) {
    guard let finish = SolidFinish(rawValue: finish) else { return }
    engineSession(handle).measuring.barFinish = finish
}

/// Snaps the aim to corners and straight edges of the image (1), or not (0).
@_expose(wasm, "sightline_measuring_snap")
@_cdecl("sightline_measuring_snap")
public func sightlineMeasuringSnap(_ handle: UnsafeMutableRawPointer, _ isWanted: Int32) {
    engineSession(handle).measuring.snapsToImage = isWanted != 0
}

/// Deletes a measurement; 0 if there is none with this identifier.
@_expose(wasm, "sightline_measuring_delete")
@_cdecl("sightline_measuring_delete")
public func sightlineMeasuringDelete(_ handle: UnsafeMutableRawPointer, _ identifier: Int32) -> Int32 {
    let session = engineSession(handle)
    return session.measuring.delete(identifier, in: &session.session.world) ? 1 : 0
}

/// Gives a measurement a name of UTF-8 bytes; 0 if there is none with this identifier.
@_expose(wasm, "sightline_measuring_rename")
@_cdecl("sightline_measuring_rename")
public func sightlineMeasuringRename(
    _ handle: UnsafeMutableRawPointer,
    _ identifier: Int32,
    _ bytes: UnsafePointer<UInt8>,
    _ count: Int32
) -> Int32 {
    let name = String(cutting: bytes, count: count, most: 200)
    return engineSession(handle).measuring.rename(identifier, to: name) ? 1 : 0
}

/// Sets the scale from a measurement whose length in metres is known; 0 if that is not possible.
///
/// The measurement 0, which never exists, returns to the scale of the motion sensors.
@_expose(wasm, "sightline_measuring_pin")
@_cdecl("sightline_measuring_pin")
public func sightlineMeasuringPin(_ handle: UnsafeMutableRawPointer, _ identifier: Int32, _ metres: Double) -> Int32 {
    let session = engineSession(handle)
    if identifier == 0 {
        session.measuring.unpinScale()
        return 1
    }
    return session.measuring.pinScale(by: identifier, knownMetres: metres) ? 1 : 0
}

/// Text or a file of the measuring tool (see `MeasuringTextCode`).
///
/// Empty if there is none.
@_expose(wasm, "sightline_measuring_text")
@_cdecl("sightline_measuring_text")
public func sightlineMeasuringText(_ handle: UnsafeMutableRawPointer, _ kind: Int32) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    let measuring = session.measuring
    return switch MeasuringTextCode(rawValue: kind) {
    case .advice: session.answer.text(measuring.advice.text.description)
    case .live: session.answer.text(measuring.liveReading?.text(measuring.unit) ?? "")
    case .last: session.answer.text(measuring.lastReading?.text(measuring.unit) ?? "")
    case .csv: session.answer.text(measuring.csv)
    case .json: session.answer.bytes(measuring.json)
    case .gltf: session.answer.bytes(measuring.binaryGLTF())
    case .report: session.answer.text(MeasuringReport(of: measuring, title: "Measurements").svg)
    case .dxf: session.answer.text(measuring.dxf)
    case nil: session.answer.text("")
    }
}

/// The number of bytes of the last answer.
@_expose(wasm, "sightline_answer_length")
@_cdecl("sightline_answer_length")
public func sightlineAnswerLength(_ handle: UnsafeMutableRawPointer) -> Int32 {
    Int32(engineSession(handle).answer.count)
}
