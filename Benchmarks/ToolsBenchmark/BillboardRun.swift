import Experiences
import Foundation
import Geometry
import Recordings
import WorldTracking

/// Rectangles of a recording are tapped and anchored; their sizes and their corners' positions are compared with the
/// ground truth.
struct BillboardRun {
    /// One rectangle that was tapped.
    struct Board {
        let name: String
        var tool = BillboardTool()
        var rectangle: RectangularPlane? { tool.chosenBillboard?.billboard.rectangle }
        /// By how many corners the found rectangle is turned against the true one.
        var turn = 0
        var since: Int64 = 0
        /// How far each corner is from where it truly is, from the camera, metres; one a corner and frame, from a second after the tap on.
        var errors: [Double] = []
        /// The distance of each corner from its position in the image, at its depth, metres.
        var sideways: [Double] = []
        /// Where the corners were seen and where they truly were, metres from the camera.
        var sights: [(seen: Vector3, truly: Vector3)] = []
        /// Where the corners were in the session's world and truly are in the truth's, metres.
        var places: [(place: Vector3, truly: Vector3)] = []
        /// Their distance from each other, with the two worlds aligned by heading and position, metres.
        var placeErrors: [Double] = []
        /// By how much the side that is farther off is too long, as a part of it.
        var signedSize: Double?
        var sizeError: Double? { signedSize.map { abs($0) } }
    }

    private(set) var boards: [Board] = []
    private(set) var milliseconds: [Double] = []
    private(set) var refused = 0
    /// The factor that would make the session's lengths right.
    private(set) var scale = 1.0
    private var estimate: [TimedPose] = []
    private let truth: SimulatedTruth
    private let mostBoards = 3

    init(folder: String) throws {
        let reader = try RecordingReader(path: folder)
        truth = try SimulatedTruth(folder: folder, reader: reader)
        let run = SessionRun(reader: reader)
        var first: Int64?
        while let frame = try run.next() {
            first = first ?? frame.timestampNanoseconds
            guard frame.trackingState == .normal else { continue }
            if frame.timestampNanoseconds - (first ?? 0) > 4_000_000_000 { tap(frame, &run.session.world) }
            look(frame, &run.session.world)
        }
        for index in boards.indices { judgeSize(index) }
        let pairing = TrajectoryPairing(estimate: estimate, truth: truth.states)
        scale = TrajectoryAlignment(pairing, fixedScale: false)?.scale ?? 1
        guard let alignment = TrajectoryAlignment(pairing, fixedScale: true) else { return }
        let flip = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse
        for index in boards.indices {
            boards[index].placeErrors = boards[index].places.map { (alignment(flip * $0.place) - $0.truly).length }
        }
    }

    /// A person taps the middle of every rectangle that is seen whole and large enough, once.
    private mutating func tap(_ frame: Frame, _ world: inout World) {
        guard boards.count < mostBoards, frame.timestampNanoseconds % 7 < 2 else { return }
        for sight in truth.sights[frame.timestampNanoseconds] ?? []
        where !boards.contains(where: { $0.name == sight.name }) {
            let sides = (0..<4).map { (sight.pixels[($0 + 1) % 4] - sight.pixels[$0]).length }
            guard (sides.min() ?? 0) > 70 else { continue }
            var board = Board(name: sight.name)
            let middle = sight.pixels.reduce(Vector2.zero, +) / 4
            guard board.tool.tap(at: middle, in: &world) == .found, let rectangle = board.rectangle,
                let camera = frame.camera
            else {
                refused += 1
                continue
            }
            let seen = rectangle.corners.compactMap { camera.pixel(of: $0) }
            guard seen.count == 4 else { continue }
            func miss(_ turn: Int) -> Double {
                (0..<4).reduce(0) { $0 + (seen[$1] - sight.pixels[($1 + turn) % 4]).length }
            }
            board.turn = (0..<4).min { miss($0) < miss($1) } ?? 0
            // If another rectangle than the intended one was found, such as an image's frame, it is not compared with
            // the true one.
            guard miss(board.turn) / 4 < 8 else { continue }
            board.since = frame.timestampNanoseconds
            boards.append(board)
            return
        }
    }

    private mutating func look(_ frame: Frame, _ world: inout World) {
        guard let camera = frame.camera, let calibration = frame.odometry?.calibration else { return }
        let stamp = frame.timestampNanoseconds + Int64((calibration.timeOffset * 1e9).rounded())
        guard let worldFromOptical = truth.worldFromOptical(at: stamp) else { return }
        let flip = RigidTransform<WorldSpace, OdometrySpace>.flip
        let body = flip.inverse * camera.worldFromOptical * calibration.bodyFromOptical.inverse
        estimate.append(TimedPose(timestampNanoseconds: stamp, worldFromBody: body))
        let opticalFromWorld = camera.worldFromOptical.inverse
        for index in boards.indices {
            let start = ContinuousClock.now
            boards[index].tool.update(frame, events: [], in: &world)
            milliseconds.append((ContinuousClock.now - start) / .milliseconds(1))
            guard let rectangle = boards[index].rectangle,
                let corners = truth.rectangles[boards[index].name],
                frame.timestampNanoseconds - boards[index].since > 1_000_000_000
            else { continue }
            for (number, corner) in rectangle.corners.enumerated() {
                let seen = opticalFromWorld * corner
                let truly = worldFromOptical.inverse * corners[(number + boards[index].turn) % 4]
                // A slip is visible only in front of the camera.
                guard truly.z > 0.1, camera.lens.pixel(of: truly).map(camera.lens.contains) == true else { continue }
                let miss = seen - truly
                boards[index].sights.append((seen, truly))
                boards[index].places.append((corner, corners[(number + boards[index].turn) % 4]))
                boards[index].errors.append(miss.length)
                let shown = truth.sights[frame.timestampNanoseconds]?.first { $0.name == boards[index].name }
                guard let shown, let pixel = camera.lens.pixel(of: seen) else { continue }
                let slip = (pixel - shown.pixels[(number + boards[index].turn) % 4]).length
                boards[index].sideways.append(slip / camera.lens.focalLengthPixels.x * truly.z)
            }
        }
    }

    private mutating func judgeSize(_ index: Int) {
        guard let rectangle = boards[index].rectangle, let corners = truth.rectangles[boards[index].name]
        else {
            return
        }
        let sides = [(corners[1] - corners[0]).length, (corners[2] - corners[1]).length]
        let isTurned = boards[index].turn % 2 == 1
        let (width, height) = isTurned ? (sides[1], sides[0]) : (sides[0], sides[1])
        let errors = [rectangle.width / width - 1, rectangle.height / height - 1]
        boards[index].signedSize = errors.max { abs($0) < abs($1) }
    }
}
