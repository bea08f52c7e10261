import Foundation
import Geometry
import Testing

@testable import Simulation

/// The motions of a camera, and the hand that holds it.
@Suite("Motion")
struct MotionTests {
    private static let scene = Result { try SimulatedScene.load("room") }

    private func motion(
        _ kind: MotionKind,
        start: MotionStart = .moving,
        duration: Double = 30,
        seed: UInt64 = 5
    ) throws -> DeviceMotion {
        DeviceMotion(kind, start: start, scene: try Self.scene.get(), duration: duration, seed: seed)
    }

    /// Positions ten times per second.
    private func positions(_ motion: DeviceMotion, _ seconds: ClosedRange<Double>) -> [Vector3] {
        stride(from: seconds.lowerBound, through: seconds.upperBound, by: 0.1).map {
            motion.worldFromOptical($0).translation
        }
    }

    private func length(_ positions: [Vector3]) -> Double {
        zip(positions, positions.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    }

    @Test("a motion that ends at rest goes the same way until it slows down, and rests for the last second")
    func endingAtRest() throws {
        let whole = try motion(.tabletop, duration: 12)
        let ending = DeviceMotion(
            .tabletop,
            start: .moving,
            end: .rest,
            scene: try Self.scene.get(),
            duration: 12,
            seed: 5
        )
        #expect(zip(positions(whole, 0...8.4), positions(ending, 0...8.4)).allSatisfy { ($0 - $1).length < 1e-12 })
        #expect(length(positions(whole, 11...12)) > 0.05)
        #expect(length(positions(ending, 11...12)) < 0.005)
    }

    @Test("a spline goes evenly through control points on a line, and stays on it")
    func line() {
        let (start, step) = (Vector3(1, -2, 0.5), Vector3(0.3, 0.1, -0.2))
        let spline = QuinticSpline(points: (0..<20).map { start + step * Double($0) }, spacing: 0.4)
        for time in stride(from: 0.0, through: 5, by: 0.07) {
            // Time 0 is at the fourth control point.
            let expected = start + step * (3 + time / 0.4)
            #expect((spline(time) - expected).length < 1e-12)
        }
    }

    @Test("a spline's acceleration does not jump where one piece meets the next")
    func smoothness() {
        var generator = SeededGenerator(seed: 3)
        let points = (0..<20).map { _ in
            Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
        }
        let spline = QuinticSpline(points: points, spacing: 0.5)
        let h = 1e-3
        func acceleration(_ time: Double) -> Vector3 {
            (spline(time + h) + spline(time - h) - spline(time) * 2) / (h * h)
        }
        for knot in stride(from: 0.5, through: 5, by: 0.5) {
            #expect((acceleration(knot + 2 * h) - acceleration(knot - 2 * h)).length < 0.5)
        }
    }

    @Test("beyond its ends a spline stays where it ended", arguments: [-1e6, -3, 1e3, 1e9])
    func ends(_ time: Double) {
        let points = (0..<10).map { Vector3(Double($0), 0, 0) }
        let spline = QuinticSpline(points: points, spacing: 0.4)
        #expect(spline(time).isFinite && (1.999...7.001).contains(spline(time).x))
    }

    @Test("tremor keeps within its amplitude, has no drift, and is another for another seed")
    func tremor() {
        func deflections(_ seed: UInt64) -> [Vector3] {
            var generator = SeededGenerator(seed: seed)
            let tremor = Tremor(amplitude: 0.004, frequencies: 0.6...7, &generator)
            return stride(from: 0.0, to: 100, by: 0.05).map { tremor($0) }
        }
        let made = deflections(1)
        let mean = made.reduce(Vector3.zero, +) / Double(made.count)
        #expect(mean.length < 2e-4)
        let largest = made.map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
        #expect(largest > 0.002 && largest < 4 * 0.004 * 1.3)
        #expect(made == deflections(1) && made != deflections(2))
    }

    @Test("a ramp rises from 0 to 1 without a step in its slope")
    func ramp() {
        let values = stride(from: -0.5, through: 1.5, by: 0.01).map { DeviceMotion.ramp($0) }
        #expect(values.first == 0 && values.last == 1 && abs(DeviceMotion.ramp(0.5) - 0.5) < 1e-12)
        let steps = zip(values, values.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 >= -1e-12 && $0 < 0.03 })
        #expect(zip(steps, steps.dropFirst()).allSatisfy { abs($1 - $0) < 0.002 })
    }

    @Test("the camera is held upright and looks where it goes", arguments: MotionKind.allCases)
    func upright(_ kind: MotionKind) throws {
        let motion = try motion(kind)
        for step in 0..<60 {
            let rotation = motion.worldFromOptical(Double(step) / 2).rotation
            #expect((rotation * Vector3(0, 1, 0)).z < -0.3, "the image's y axis points down")
            #expect(abs((rotation * Vector3(1, 0, 0)).z) < 0.1)
        }
    }

    @Test("a table-top motion looks at the table from close by, all the time")
    func tabletop() throws {
        let motion = try motion(.tabletop)
        let centre = try Self.scene.get().routes.tableCentre
        for step in 0..<60 {
            let inCamera = motion.worldFromOptical(Double(step) / 2).inverse * centre
            #expect(inCamera.z > 0.4 && inCamera.z < 1.6)
            #expect(abs(inCamera.x / inCamera.z) < 0.4 && abs(inCamera.y / inCamera.z) < 0.4)
        }
    }

    @Test("a walk covers metres, a sweep turns on the spot, a loop ends where it began")
    func kinds() throws {
        #expect(length(positions(try motion(.walk), 0...29)) > 8)
        let sweep = try motion(.sweep)
        let swept = positions(sweep, 0...29)
        let middle = swept.reduce(Vector3.zero, +) / Double(swept.count)
        #expect(swept.allSatisfy { ($0 - middle).length < 0.7 })
        let headings = stride(from: 0.0, through: 29, by: 0.1).map { time -> Double in
            let forward = sweep.worldFromOptical(time).rotation * Vector3(0, 0, 1)
            return atan2(forward.y, forward.x)
        }
        #expect((headings.max() ?? 0) - (headings.min() ?? 0) > 1.2)
        let loop = try motion(.loop)
        #expect((loop.worldFromOptical(29.5).translation - loop.worldFromOptical(0).translation).length < 0.1)
        #expect(length(positions(loop, 0...29.5)) > 5)
    }

    @Test("stop and go stands still several times, and moves in between")
    func stops() throws {
        let way = positions(try motion(.stopAndGo), 0...29)
        let speeds = zip(way, way.dropFirst()).map { ($1 - $0).length * 10 }
        let isStanding = speeds.map { $0 < 0.12 }
        let stops = zip(isStanding, isStanding.dropFirst()).count { !$0 && $1 }
        #expect(stops >= 4 && (speeds.max() ?? 0) > 0.4)
    }

    @Test("a tour looks at the table first and walks through the room after that")
    func tour() throws {
        let motion = try motion(.tour, duration: 40)
        let centre = try Self.scene.get().routes.tableCentre
        #expect((positions(motion, 1...14).map { ($0 - centre).length }.max() ?? 9) < 1.5)
        #expect(length(positions(motion, 22...39)) > 4)
    }

    @Test("another seed goes another way through the same room", arguments: MotionKind.allCases)
    func seeds(_ kind: MotionKind) throws {
        let (a, b) = (try motion(kind, seed: 1), try motion(kind, seed: 2))
        #expect((a.worldFromOptical(7).translation - b.worldFromOptical(7).translation).length > 0.02)
    }

    @Test("the drawing hand keeps to its table, touches it in strokes, and lifts in between")
    func hand() throws {
        let scene = try SimulatedScene(
            text: "room size=4,4,2.5\ntable desk at=0.2,0.1 size=1.4,0.8,0.74\nhand hand table=desk",
            file: "hand"
        )
        let hand = try #require(DrawingHand(scene: scene))
        let top = try #require(scene.tableTop("desk"))
        var lifts = 0
        var wasDrawing = true
        for step in 0..<300 {
            let (point, isDrawing) = hand.fingertip(Double(step) / 10)
            #expect(point.z >= top.centre.z - 1e-9 && point.z < top.centre.z + 0.05)
            if isDrawing { #expect(point.z < top.centre.z + 0.001) }
            #expect(abs(point.x - top.centre.x) < top.half.x && abs(point.y - top.centre.y) < top.half.y)
            if wasDrawing, !isDrawing { lifts += 1 }
            wasDrawing = isDrawing
        }
        #expect((5...7).contains(lifts), "a stroke takes five seconds")
        #expect(hand.parts(3).allSatisfy { $0.centre.z - $0.halfSize.x > top.centre.z - 0.02 })
        #expect(DrawingHand(scene: try SimulatedScene(text: "room size=4,4,2.5", file: "none")) == nil)
    }
}
