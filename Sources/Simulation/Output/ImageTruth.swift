import Foundation
import Geometry

/// The positions of points in a simulated image, with rolling shutter and lens.
struct ImageTruth {
    let plan: SimulationPlan
    let trajectory: DeviceTrajectory
    private let lens: MovingLens
    let hand: DrawingHand?

    init(_ plan: SimulationPlan) {
        self.plan = plan
        trajectory = plan.trajectory
        lens = plan.lens
        hand = plan.hasHand ? DrawingHand(scene: plan.scene) : nil
    }

    /// The pixel of a point in the world in the image whose middle row is half exposed at `time`; nil behind the
    /// camera.
    ///
    /// With a rolling shutter the row depends on the time of the observation, and the time on the row: a few iterations
    /// converge.
    func pixel(of point: Vector3, at time: Double) -> Vector2? {
        let view = lens.view(at: time)
        let camera = view.camera
        let viewFromOptical = view.opticalFromView.inverse
        var moment = time
        var pixel: Vector2?
        for _ in 0..<6 {
            let inView = viewFromOptical * (trajectory.worldFromOptical(moment).inverse * point)
            guard let seen = camera.pixel(of: inView) else { return nil }
            pixel = seen
            let row = min(max(seen.y / Double(camera.height), -1), 2)
            moment = time + (row - 0.5) * plan.preset.readoutTime
        }
        return pixel
    }

    /// The line of `rectangles.csv` of one rectangle in one image; nil if a corner is behind the camera.
    func rectangleLine(
        _ rectangle: SimulatedScene.Rectangle,
        _ entry: ImageSchedule.Entry,
        _ painter: ScenePainter
    ) -> String? {
        let eye = trajectory.worldFromOptical(entry.time).translation
        let pixels = rectangle.corners.compactMap { pixel(of: $0, at: entry.time) }
        guard pixels.count == 4 else { return nil }
        let c = rectangle.corners
        let normal = cross(c[3] - c[0], c[1] - c[0])
        let isFacing = dot(normal, eye - c[0]) > 0
        let isInside = pixels.allSatisfy(plan.preset.camera.contains)
        let isVisible =
            isFacing && isInside
            && c.allSatisfy { corner in
                let inset = corner + ((c[0] + c[2]) / 2 - corner) * 0.03 + normal.normalized * 0.003
                return painter.isClear(from: eye, to: inset, at: entry.time)
            }
        let numbers = pixels.map { String(format: "%.3f,%.3f", $0.x, $0.y) }.joined(separator: ",")
        return "\(entry.timestampNanoseconds),\(rectangle.name),\(isVisible ? 1 : 0),\(numbers)"
    }

    /// The line of `images.csv` of one image: its time on the inertial samples' clock, its lens and the turn of its view.
    func lensLine(_ entry: ImageSchedule.Entry) -> String {
        let view = lens.view(at: entry.time)
        let (f, c) = (view.camera.focalLengthPixels, view.camera.principalPointPixels)
        let turn = view.opticalFromView.rotation
        let numbers = [f.x, f.y, c.x, c.y, turn.imaginary.x, turn.imaginary.y, turn.imaginary.z, turn.real]
        let time = ImageSchedule.nanoseconds(entry.time + plan.preset.inertialLag)
        let columns = numbers.map { String(format: "%.6f", $0) }.joined(separator: ",")
        return "\(entry.timestampNanoseconds),\(time),\(columns)"
    }

    /// The line of `fingertip.csv` of one image; nil without a hand or with the tip behind the camera.
    func fingertipLine(_ entry: ImageSchedule.Entry) -> String? {
        guard let tip = hand?.fingertip(entry.time), let pixel = pixel(of: tip.point, at: entry.time) else {
            return nil
        }
        let isInside = plan.preset.camera.contains(pixel)
        let columns = String(
            format: "%.3f,%.3f,%.6f,%.6f,%.6f",
            pixel.x,
            pixel.y,
            tip.point.x,
            tip.point.y,
            tip.point.z
        )
        return "\(entry.timestampNanoseconds),\(columns),\(tip.isDrawing ? 1 : 0),\(isInside ? 1 : 0)"
    }
}
