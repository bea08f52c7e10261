import Depth
import Geometry
import Imaging

/// Planes with a texture of their own, drawn by rays from anywhere.
struct TexturedScene {
    /// A plane that is seen inside a rectangle of the world's x and y.
    struct Panel {
        /// Through a point at x = y = 0, metres.
        var z: Double
        /// How z changes with x and y.
        var slope = Vector2(0, 0)
        /// The rectangle; everything if nil.
        var low: Vector2?
        var high: Vector2?
        var seed: UInt32 = 1
        /// How far its texture has moved along x, metres.
        var shift = 0.0
    }

    var panels: [Panel]
    /// The shade's swing about its mean; 0 for none.
    var contrast = 90.0
    var mean = 120.0

    /// A wall that leans, with a box before it.
    static let room = TexturedScene(panels: [
        Panel(z: 2.2, slope: Vector2(0.3, -0.1)),
        Panel(z: 1.2, low: Vector2(-0.25, -0.2), high: Vector2(0.25, 0.2), seed: 7),
    ])

    static let lens = CameraModel(
        width: 320,
        height: 240,
        focalLengthPixels: Vector2(250, 250),
        principalPointPixels: Vector2(161, 119)
    )

    /// How an image is taken.
    struct Exposure {
        var gain = 1.0
        var offset = 0.0
        var noise = 1.5
        var seed: UInt64 = 1
        var motion: CameraMotion?
    }

    /// The image from a pose (+Z forward), four rays a pixel; each row from its own pose if the shutter rolls.
    func image(
        _ worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>,
        lens: CameraModel = Self.lens,
        _ exposure: Exposure = Exposure()
    ) -> GrayImage {
        var generator = SeededGenerator(seed: exposure.seed)
        var image = GrayImage(width: lens.width, height: lens.height)
        for y in 0..<lens.height {
            for x in 0..<lens.width {
                var sum = 0.0
                for offset in [Vector2(0.25, 0.25), Vector2(0.75, 0.25), Vector2(0.25, 0.75), Vector2(0.75, 0.75)] {
                    let pixel = Vector2(Double(x), Double(y)) + offset
                    let pose = Self.pose(worldFromOptical, row: pixel.y / Double(lens.height), exposure.motion)
                    let point = lens.normalized(ofPixel: pixel)
                    sum += shade(pose, Vector3(point.x, point.y, 1))
                }
                let value = exposure.gain * sum / 4 + exposure.offset + exposure.noise * generator.nextNormal()
                image[x, y] = UInt8(min(max(value, 0), 255))
            }
        }
        return image
    }

    private static func pose(
        _ middle: RigidTransform<WorldSpace, OpticalSpace>,
        row: Double,
        _ motion: CameraMotion?
    ) -> RigidTransform<WorldSpace, OpticalSpace> {
        guard let motion else { return middle }
        let late = (row - 0.5) * motion.readoutTime
        return RigidTransform(
            rotation: middle.rotation * Rotation(exp: motion.angularVelocity * late),
            translation: middle.translation + motion.velocity * late
        )
    }

    /// The depth along the optical axis that a direction of the optical frame (z = 1) meets, and on which panel.
    func meeting(
        _ pose: RigidTransform<WorldSpace, OpticalSpace>,
        _ direction: Vector3
    ) -> (depth: Double, panel: Panel, point: Vector3)? {
        let d = pose.rotation * direction
        var best: (depth: Double, panel: Panel, point: Vector3)?
        for panel in panels {
            // z − slope · (x, y) = panel.z
            let normal = Vector3(-panel.slope.x, -panel.slope.y, 1)
            let depth = (panel.z - dot(normal, pose.translation)) / dot(normal, d)
            guard depth > 0.01, depth < best?.depth ?? .infinity else { continue }
            let point = pose.translation + d * depth
            if let low = panel.low, let high = panel.high {
                guard point.x > low.x, point.y > low.y, point.x < high.x, point.y < high.y else { continue }
            }
            best = (depth, panel, point)
        }
        return best
    }

    private func shade(_ pose: RigidTransform<WorldSpace, OpticalSpace>, _ direction: Vector3) -> Double {
        guard contrast > 0, let meeting = meeting(pose, direction) else { return mean }
        let place = Vector2(meeting.point.x - meeting.panel.shift, meeting.point.y)
        let fine = Self.noise(place * 28, meeting.panel.seed)
        let broad = Self.noise(place * 9, meeting.panel.seed &+ 99)
        return mean + contrast * (0.6 * fine + 0.6 * broad)
    }

    /// Smooth noise in −1…1: numbers of a grid, mixed.
    private static func noise(_ place: Vector2, _ seed: UInt32) -> Double {
        let corner = place.rounded(.down)
        let share = place - corner
        let smooth = share * share * (Vector2(repeating: 3) - 2 * share)
        func value(_ dx: Int32, _ dy: Int32) -> Double {
            let (x, y) = (Int32(corner.x) &+ dx, Int32(corner.y) &+ dy)
            var hash = UInt32(bitPattern: x) &* 0x9E37_79B1 ^ UInt32(bitPattern: y) &* 0x85EB_CA77 ^ seed &* 0xC2B2_AE3D
            hash = (hash ^ hash >> 15) &* 0x2C1B_3C6D
            hash = (hash ^ hash >> 12) &* 0x297A_2D39
            return Double((hash ^ hash >> 15) & 0xFFFF) / 32768 - 1
        }
        let top = value(0, 0) + (value(1, 0) - value(0, 0)) * smooth.x
        let bottom = value(0, 1) + (value(1, 1) - value(0, 1)) * smooth.x
        return top + (bottom - top) * smooth.y
    }
}

/// How well a depth map agrees with the truth.
struct DepthScore {
    /// Of the map's pixels.
    var told = 0.0
    /// The relative error of the reported pixels.
    var medianError = 0.0
    /// The share of the reported pixels with an error above a tenth.
    var wrong = 0.0
    /// The shares of the reported pixels within one and two sigmas.
    var withinOne = 0.0
    var withinTwo = 0.0

    init(_ map: DepthMap, _ scene: TexturedScene) {
        var errors: [Double] = []
        var (one, two) = (0, 0)
        for y in 0..<map.height {
            for x in 0..<map.width where map.depth[y * map.width + x] > 0 {
                let point = map.lens.normalized(ofPixel: Vector2(Double(x) + 0.5, Double(y) + 0.5))
                guard let truth = scene.meeting(map.worldFromOptical, Vector3(point.x, point.y, 1))?.depth else {
                    continue
                }
                let error = abs(Double(map.depth[y * map.width + x]) - truth)
                let sigma = Double(map.sigma[y * map.width + x])
                errors.append(error / truth)
                if error <= sigma { one += 1 }
                if error <= 2 * sigma { two += 1 }
            }
        }
        told = Double(errors.count) / Double(map.depth.count)
        guard !errors.isEmpty else { return }
        let count = Double(errors.count)
        wrong = Double(errors.count { $0 > 0.1 }) / count
        (withinOne, withinTwo) = (Double(one) / count, Double(two) / count)
        medianError = errors.sorted()[errors.count / 2]
    }
}
