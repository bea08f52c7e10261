import Foundation
import Geometry
import Imaging

/// Draws one image by casting four rays per pixel, each at its own time within the exposure of its row.
struct FrameRenderer {
    let scene: RenderScene
    let camera: CameraModel
    let rays: CameraRays
    let readoutTime: Double
    let exposureTime: Double

    private static let tileWidth = 32
    private static let tileHeight = 16

    /// An image's linear light before the sensor: four floats a pixel.
    ///
    /// `pose` gives the camera at a time in seconds; `middle` is when the middle row is half exposed.
    func render(
        middle: Double,
        moving: (bodies: [RenderBody], faces: [RenderFace]),
        pose: (Double) -> RigidTransform<OdometrySpace, OpticalSpace>
    ) -> [SIMD4<Float>] {
        var light = [SIMD4<Float>](repeating: .zero, count: rays.stride * camera.height)
        let shader = SurfaceShader(scene: scene, moving: moving, focalLength: Float(camera.focalLengthPixels.x))
        let bodies = scene.bodies + moving.bodies
        for top in stride(from: 0, to: camera.height, by: Self.tileHeight) {
            let rows = top..<min(top + Self.tileHeight, camera.height)
            let tiles = candidates(
                rows,
                bodies,
                pose(time(ofRow: Double(top) + 8, middle: middle)),
                slack: slack(rows, middle, pose)
            )
            for row in rows {
                for sample in 0..<4 {
                    let offset = exposureTime * ((Double(sample) + 0.5) / 4 - 0.5)
                    let view = pose(time(ofRow: Double(row) + 0.5, middle: middle) + offset)
                    drawRow(row, sample, view, tiles, bodies, shader, &light)
                }
            }
        }
        return light
    }

    /// When a row is half exposed, seconds.
    func time(ofRow row: Double, middle: Double) -> Double {
        middle + (row / Double(camera.height) - 0.5) * readoutTime
    }

    /// How far the view rotates and moves while a band of rows is exposed, radians and metres.
    private func slack(
        _ rows: Range<Int>,
        _ middle: Double,
        _ pose: (Double) -> RigidTransform<OdometrySpace, OpticalSpace>
    ) -> (angle: Float, shift: Float) {
        let a = pose(time(ofRow: Double(rows.lowerBound), middle: middle) - exposureTime / 2)
        let b = pose(time(ofRow: Double(rows.upperBound), middle: middle) + exposureTime / 2)
        return (
            Float((a.rotation.inverse * b.rotation).angle) + 0.004,
            Float((a.translation - b.translation).length) + 0.002
        )
    }

    /// The bodies that each tile of a band may show, nearest first.
    private func candidates(
        _ rows: Range<Int>,
        _ bodies: [RenderBody],
        _ view: RigidTransform<OdometrySpace, OpticalSpace>,
        slack: (angle: Float, shift: Float)
    ) -> [[(index: Int, nearest: Float)]] {
        let eye = SIMD3<Float>(view.translation)
        let balls = bodies.map { body -> (SIMD3<Float>, Float, Float) in
            let offset = body.centre - eye
            let distance = (offset * offset).sum().squareRoot()
            return (offset / max(distance, 1e-6), distance, body.radius + slack.shift)
        }
        return stride(from: 0, to: camera.width, by: Self.tileWidth).map { left in
            let right = min(left + Self.tileWidth, camera.width)
            func direction(_ column: Int, _ row: Int) -> Vector3 {
                let index = row * rays.stride + column
                return (view.rotation * Vector3(Double(rays.x[0][index]), Double(rays.y[0][index]), 1)).normalized
            }
            let corners = [
                direction(left, rows.lowerBound), direction(right - 1, rows.lowerBound),
                direction(left, rows.upperBound - 1), direction(right - 1, rows.upperBound - 1),
            ]
            let axis = corners.reduce(Vector3.zero, +).normalized
            let spread = corners.map { acos(min(1, dot($0, axis))) }.max() ?? 0
            let cone = Float(spread) + slack.angle + 0.006
            let axisFloat = SIMD3<Float>(axis)
            var list: [(index: Int, nearest: Float)] = []
            for (index, ball) in balls.enumerated() {
                if bodies[index].shape == .shell || ball.1 < ball.2 {
                    list.append((index, 0))
                    continue
                }
                let angle = acos(max(-1, min(1, (ball.0 * axisFloat).sum())))
                if angle < cone + asin(min(1, ball.2 / ball.1)) { list.append((index, ball.1 - ball.2)) }
            }
            // The room comes last among bodies of the same distance: it is behind everything.
            return list.sorted {
                ($0.nearest, bodies[$0.index].shape == .shell ? 1 : 0, $0.index) < (
                    $1.nearest, bodies[$1.index].shape == .shell ? 1 : 0, $1.index
                )
            }
        }
    }

    private func drawRow(
        _ row: Int,
        _ sample: Int,
        _ view: RigidTransform<OdometrySpace, OpticalSpace>,
        _ tiles: [[(index: Int, nearest: Float)]],
        _ bodies: [RenderBody],
        _ shader: SurfaceShader,
        _ light: inout [SIMD4<Float>]
    ) {
        let matrix = view.rotation.matrix
        let (m0, m1, m2) = (SIMD3<Float>(matrix.row0), SIMD3<Float>(matrix.row1), SIMD3<Float>(matrix.row2))
        let eye = SIMD3<Float>(view.translation)
        withUnsafeTemporaryAllocation(of: SIMD3<Float>.self, capacity: bodies.count) { origins in
            for index in bodies.indices { origins[index] = bodies[index].local(eye - bodies[index].centre) }
            rays.x[sample].withUnsafeBufferPointer { xs in
                rays.y[sample].withUnsafeBufferPointer { ys in
                    bodies.withUnsafeBufferPointer { bodies in
                        light.withUnsafeMutableBufferPointer { light in
                            for column in stride(from: 0, to: rays.stride, by: 8) {
                                let at = row * rays.stride + column
                                let px = Self.load(xs, at)
                                let py = Self.load(ys, at)
                                let dx = px * m0.x + py * m0.y + m0.z
                                let dy = px * m1.x + py * m1.y + m1.z
                                let dz = px * m2.x + py * m2.y + m2.z
                                let tile = tiles[min(column / Self.tileWidth, tiles.count - 1)]
                                var best = SIMD8<Float>(repeating: PacketIntersection.far)
                                var hits = SIMD8<Int32>(repeating: -1)
                                // Directions are at least one long, so a distance in metres bounds the parameter times
                                // the longest.
                                let longest = ((px * px + py * py).max() + 1).squareRoot()
                                for candidate in tile {
                                    if best.max() * longest < candidate.nearest { break }
                                    let body = bodies[candidate.index]
                                    let t = PacketIntersection.distance(
                                        body.shape,
                                        half: body.half,
                                        origin: origins[candidate.index],
                                        x: dx * body.row0.x + dy * body.row0.y + dz * body.row0.z,
                                        y: dx * body.row1.x + dy * body.row1.y + dz * body.row1.z,
                                        z: dx * body.row2.x + dy * body.row2.y + dz * body.row2.z
                                    )
                                    let nearer = t .< best
                                    best.replace(with: t, where: nearer)
                                    hits.replace(with: SIMD8(repeating: Int32(candidate.index)), where: nearer)
                                }
                                for lane in 0..<8 where hits[lane] >= 0 {
                                    let index = Int(hits[lane])
                                    let direction = SIMD3(dx[lane], dy[lane], dz[lane])
                                    light[at + lane] += shader.light(
                                        bodies[index],
                                        index,
                                        origin: origins[index],
                                        eye: eye,
                                        direction: direction,
                                        distance: best[lane]
                                    )
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func load(_ values: UnsafeBufferPointer<Float>, _ index: Int) -> SIMD8<Float> {
        UnsafeRawPointer(values.baseAddress.unsafelyUnwrapped + index).loadUnaligned(as: SIMD8<Float>.self)
    }
}
