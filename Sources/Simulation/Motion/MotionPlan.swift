import Foundation
import Geometry

/// A motion's plan: the camera's position and target before smoothing.
struct MotionPlan {
    private let kind: MotionKind
    private let routes: SimulatedScene.Routes
    private let surveyPath: SurveyPath
    /// How far from the room's middle the walls let a person hold the camera, metres.
    private let wallDistance: Vector3
    private let duration: Double
    private let phase: Double
    private let pace: Double
    private let waves: (Double, Double, Double)

    init(kind: MotionKind, scene: SimulatedScene, duration: Double, _ generator: inout SeededGenerator) {
        self.kind = kind
        routes = scene.routes
        surveyPath = scene.routes.survey ?? SurveyPath(around: scene.roomSize)
        wallDistance = scene.roomSize / 2 - Vector3(0.2, 0.2, 0)
        self.duration = duration
        phase = (generator.nextUniform() - 0.5) * 1.2
        pace = 0.9 + 0.2 * generator.nextUniform()
        waves = (generator.nextUniform() * 6, generator.nextUniform() * 6, generator.nextUniform() * 6)
    }

    /// The camera's position and the point it looks at, metres.
    func point(at time: Double) -> (position: Vector3, target: Vector3) {
        switch kind {
        case .tabletop: tabletop(time)
        case .swing: tabletop(3 * time)
        case .survey: survey(time)
        case .walk:
            routes.path.map { along($0, time) } ?? walk(angle: -.pi / 2 + phase + 0.5 / radius * pace * time, time)
        case .stopAndGo:
            walk(angle: -.pi / 2 + phase + 0.5 / radius * pace * Self.withStops(time), Self.withStops(time))
        case .loop: walk(angle: -.pi / 2 + phase + 2 * .pi * DeviceMotion.ramp(time / max(duration - 1, 1)), time * 0)
        case .sweep: sweep(time)
        case .tour: tour(time)
        case .around: around(time)
        }
    }

    private func tour(_ time: Double) -> (Vector3, Vector3) {
        let turning = duration * 0.45
        let near = tabletop(time)
        let far = walk(angle: -.pi / 2 + 0.5 / radius * max(0, time - turning), max(0, time - turning))
        let part = DeviceMotion.ramp((time - turning + 2) / 4.5)
        return (near.0 + (far.0 - near.0) * part, near.1 + (far.1 - near.1) * part)
    }

    private var radius: Double { (routes.walkRadii.x + routes.walkRadii.y) / 2 }

    private func tabletop(_ time: Double) -> (Vector3, Vector3) {
        let t = time * pace
        let angle = -.pi / 2 + phase * 0.4 + 0.85 * sin(0.42 * t + waves.0 * 0.1)
        let reach = routes.tableRadius * (1 + 0.18 * sin(0.61 * t + waves.1))
        let height = 0.46 + 0.11 * sin(0.53 * t + waves.2)
        let position = routes.tableCentre + Vector3(reach * cos(angle), reach * sin(angle), height)
        let target = routes.tableCentre + Vector3(0.12 * sin(0.37 * t + waves.1), 0.1 * sin(0.45 * t + waves.2), -0.02)
        return (position, target)
    }

    /// A wall that is nearer than the circle is passed along.
    private func around(_ time: Double) -> (Vector3, Vector3) {
        let angle = -.pi / 2 + phase + 2 * .pi * min(max(time / max(duration - 1, 1), 0), 1)
        let radius = routes.tableRadius * (1 + 0.08 * sin(0.61 * time + waves.1))
        let height = routes.tableRadius * (0.8 + 0.1 * sin(0.53 * time + waves.2))
        var position = routes.tableCentre + Vector3(radius * cos(angle), radius * sin(angle), height)
        position.x = min(max(position.x, -wallDistance.x), wallDistance.x)
        position.y = min(max(position.y, -wallDistance.y), wallDistance.y)
        let aside = Vector3(0.08 * sin(0.37 * time + waves.1), 0.08 * sin(0.45 * time + waves.2), 0)
        return (position, routes.tableCentre + aside)
    }

    private func walk(angle: Double, _ time: Double) -> (Vector3, Vector3) {
        let c = routes.walkCentre
        let r = routes.walkRadii
        let bob = 0.02 * sin(2 * .pi * 0.9 * time)
        let position = Vector3(c.x + r.x * cos(angle), c.y + r.y * sin(angle), 1.45 + bob)
        let ahead = Vector3(-r.x * sin(angle), r.y * cos(angle), 0).normalized
        let inward = Vector3(c.x - position.x, c.y - position.y, 0).normalized
        let look = 0.55 + 0.35 * sin(0.4 * time + waves.0)
        let target = position + (ahead * (1 - 0.5 * look) + inward * (0.5 + look)) * 1.6 + Vector3(0, 0, -0.35)
        return (position, target)
    }

    /// Along the scene's route at 0.6 m/s, looking to the right, where its walls are, and up and down.
    private func along(_ path: RoutePath, _ time: Double) -> (Vector3, Vector3) {
        let place = path.place(0.6 * pace * time)
        let aside = Vector2(0.06 * sin(0.5 * time + waves.0), 0.06 * sin(0.43 * time + waves.1))
        let position = Vector3(place.x + aside.x, place.y + aside.y, 1.45 + 0.02 * sin(2 * .pi * 0.9 * time))
        let angle = path.heading(0.6 * pace * time) - 0.85 - 0.55 * sin(0.5 * time + waves.2)
        let tilt = -0.4 + 0.5 * sin(0.83 * time + waves.0)
        return (position, position + Vector3(cos(angle), sin(angle), tilt) * 1.6)
    }

    /// Along the survey's way at 0.6 m/s, looking up and down between a wall's foot and the height above its doors.
    private func survey(_ time: Double) -> (Vector3, Vector3) {
        let stop = surveyPath.stop(0.6 * pace * time)
        let aside = Vector2(0.05 * sin(0.5 * time + waves.0), 0.05 * sin(0.43 * time + waves.1))
        let height = 1.45 + 0.02 * sin(2 * .pi * 0.9 * time)
        let position = Vector3(stop.place.x + aside.x, stop.place.y + aside.y, height)
        let angle = stop.heading + 0.25 * sin(0.5 * time + waves.2)
        let tilt = -0.25 + 0.3 * sin(1.2 * time + waves.0)
        return (position, position + Vector3(cos(angle), sin(angle), tilt) * 1.6)
    }

    private func sweep(_ time: Double) -> (Vector3, Vector3) {
        let t = time * pace
        let c = routes.walkCentre
        let foot = Vector3(c.x, c.y - 0.85 * routes.walkRadii.y, 1.4)
        let side = Vector3(0.38 * sin(0.7 * t + waves.0), 0.12 * sin(0.5 * t + waves.1), 0.1 * sin(0.6 * t + waves.2))
        let angle = .pi / 2 + 0.9 * sin(0.55 * t + phase)
        return (foot + side, foot + Vector3(2.2 * cos(angle), 2.2 * sin(angle), -0.35))
    }

    /// Time that runs for three seconds and stands for one and a half.
    private static func withStops(_ time: Double) -> Double {
        let rounds = (time / 4.5).rounded(.down)
        return rounds * 3 + 3 * DeviceMotion.ramp((time - rounds * 4.5) / 3)
    }
}
