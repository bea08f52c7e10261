// The billboards of a session. An answer is valid until the next call that answers.

import Experiences
import Geometry
import Imaging
import SceneGraph
import Shapes
import WorldTracking

/// Gives the session the billboard tool.
@_expose(wasm, "sightline_billboard_open")
@_cdecl("sightline_billboard_open")
public func sightlineBillboardOpen(_ handle: UnsafeMutableRawPointer) {
    let session = engineSession(handle)
    if session.billboard == nil { session.billboard = BillboardTool() }
}

/// A tap on a pixel, or a search for the best rectangle in view if x is negative; returns `BillboardTool.Outcome`.
@_expose(wasm, "sightline_billboard_tap")
@_cdecl("sightline_billboard_tap")
public func sightlineBillboardTap(_ handle: UnsafeMutableRawPointer, _ x: Double, _ y: Double) -> Int32 {
    let session = engineSession(handle)
    let pixel = x < 0 ? nil : Vector2(x, y)
    return session.billboard?.tap(at: pixel, in: &session.session.world).rawValue ?? 0
}

/// Processes the last frame, at a time in seconds since 1970.
///
/// Answers with the `BillboardRecord` of the chosen billboard; without one it has only the first word.
@_expose(wasm, "sightline_billboard_update")
@_cdecl("sightline_billboard_update")
public func sightlineBillboardUpdate(_ handle: UnsafeMutableRawPointer, _ time: Double) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    session.billboardTime = time
    if let frame = session.session.world.currentFrame {
        session.billboard?.update(frame, events: session.lastEvents, in: &session.session.world)
        session.lastEvents.removeAll()
    }
    return session.answerBillboard(session.billboard?.chosenBillboard)
}

/// Answers with the `BillboardRecord` of a billboard by its index, oldest first; beyond the last it has only the first
/// word.
@_expose(wasm, "sightline_billboard_at")
@_cdecl("sightline_billboard_at")
public func sightlineBillboardAt(_ handle: UnsafeMutableRawPointer, _ index: Int32) -> UnsafeMutablePointer<UInt8> {
    let session = engineSession(handle)
    let billboards = session.billboard?.billboards ?? []
    return session.answerBillboard(billboards.indices.contains(Int(index)) ? billboards[Int(index)] : nil)
}

/// Chooses a billboard, which `sightline_billboard_remove` and a replacing tap mean; 0 if there is none with this
/// identifier.
@_expose(wasm, "sightline_billboard_choose")
@_cdecl("sightline_billboard_choose")
public func sightlineBillboardChoose(_ handle: UnsafeMutableRawPointer, _ identifier: Int32) -> Int32 {
    engineSession(handle).billboard?.choose(identifier) == true ? 1 : 0
}

/// The sum of 1 to mark the corners, 2 to keep rectangles after an interruption and 4 to add a billboard with each tap.
@_expose(wasm, "sightline_billboard_options")
@_cdecl("sightline_billboard_options")
public func sightlineBillboardOptions(_ handle: UnsafeMutableRawPointer, _ options: Int32) {
    let session = engineSession(handle)
    session.billboard?.showsCorners = options & 1 != 0
    session.billboard?.survivesInterruption = options & 2 != 0
    session.billboard?.addsBillboards = options & 4 != 0
}

/// Removes the chosen billboard.
@_expose(wasm, "sightline_billboard_remove")
@_cdecl("sightline_billboard_remove")
public func sightlineBillboardRemove(_ handle: UnsafeMutableRawPointer) {
    let session = engineSession(handle)
    session.billboard?.remove(from: &session.session.world)
}

/// Removes all items of a billboard's program, or with identifier 0 of the program of those found from now on.
@_expose(wasm, "sightline_billboard_clear")
@_cdecl("sightline_billboard_clear")
public func sightlineBillboardClear(_ handle: UnsafeMutableRawPointer, _ identifier: Int32) {
    engineSession(handle).billboard?.change(identifier) { $0.items.removeAll() }
}

/// Adds an image or a video to a billboard's program (0: that of those found from now on): the host's texture by its name, its start and end (seconds since 1970) and
/// the duration of a turn.
///
/// Returns 0 without a view.
@_expose(wasm, "sightline_billboard_add_image")
@_cdecl("sightline_billboard_add_image")
public func sightlineBillboardAddImage(
    _ handle: UnsafeMutableRawPointer,
    _ identifier: Int32,
    _ texture: Int32,
    _ from: Double,
    _ until: Double,
    _ duration: Double
) -> Int32 {
    let session = engineSession(handle)
    guard let image = session.view?.texture(named: UInt32(bitPattern: texture)) else { return 0 }
    let item = BillboardItem(.image(image), from: from, until: until, duration: duration)
    session.billboard?.change(identifier) { $0.items.append(item) }
    return 1
}

/// Adds a text of UTF-8 bytes on a background colour, 0xRRGGBB, to a billboard's program (0: that of those found from now
/// on).
@_expose(wasm, "sightline_billboard_add_text")
@_cdecl("sightline_billboard_add_text")
public func sightlineBillboardAddText(
    _ handle: UnsafeMutableRawPointer,
    _ identifier: Int32,
    _ bytes: UnsafePointer<UInt8>,
    _ count: Int32,
    _ ground: Int32,
    _ from: Double,
    _ until: Double,
    _ duration: Double
) {
    let words = String(cutting: bytes, count: count, most: 2000)
    let ground = Color(hex: UInt32(bitPattern: ground) & 0xFF_FFFF)
    let item = BillboardItem(.text(words, background: ground), from: from, until: until, duration: duration)
    engineSession(handle).billboard?.change(identifier) { $0.items.append(item) }
}

/// Learns a poster from the gray image in the image memory, with a number; 0 if it has too few features.
@_expose(wasm, "sightline_billboard_learn")
@_cdecl("sightline_billboard_learn")
public func sightlineBillboardLearn(
    _ handle: UnsafeMutableRawPointer,
    _ number: Int32,
    _ width: Int32,
    _ height: Int32
) -> Int32 {
    let session = engineSession(handle)
    guard width > 0, height > 0, width <= 2048, height <= 2048, Int(width * height) <= session.incoming.capacity else {
        return 0
    }
    let pixels = Array(UnsafeBufferPointer(start: session.incoming.bytes, count: Int(width * height)))
    let image = GrayImage(width: Int(width), height: Int(height), pixels: pixels)
    return session.billboard?.posters.learn(image, as: Int(number)) == true ? 1 : 0
}

/// Removes all posters.
@_expose(wasm, "sightline_billboard_forget")
@_cdecl("sightline_billboard_forget")
public func sightlineBillboardForget(_ handle: UnsafeMutableRawPointer) {
    engineSession(handle).billboard?.posters.forget()
}

extension EngineSession {
    /// Answers with a billboard's record; without one it has only the first word.
    func answerBillboard(_ standing: StandingBillboard?) -> UnsafeMutablePointer<UInt8> {
        guard let standing, let rectangle = standing.billboard.rectangle else {
            return answer.record(of: 1) { $0[BillboardRecord.hasRectangle] = 0 }
        }
        let camera = session.world.currentFrame?.camera
        let (standingCount, chosen) = (billboard?.billboards.count ?? 0, billboard?.chosen)
        return answer.record(of: BillboardRecord.count) { record in
            record[BillboardRecord.hasRectangle] = 1
            record[BillboardRecord.identifier] = Double(standing.identifier)
            record[BillboardRecord.standingCount] = Double(standingCount)
            record[BillboardRecord.isChosen] = standing.identifier == chosen ? 1 : 0
            record[BillboardRecord.width] = rectangle.width
            record[BillboardRecord.height] = rectangle.height
            record[BillboardRecord.sightCount] = Double(standing.sightCount)
            record[BillboardRecord.reference] = Double(standing.reference ?? -1)
            record[BillboardRecord.item] = Double(standing.billboard.program.index(at: billboardTime) ?? -1)
            for (index, corner) in rectangle.corners.enumerated() {
                let pixel = camera?.pixel(of: corner) ?? Vector2(-1, -1)
                let start = BillboardRecord.pixels + 2 * index
                (record[start], record[start + 1]) = (pixel.x, pixel.y)
                record.write(corner, at: BillboardRecord.corners + 3 * index)
            }
        }
    }
}
