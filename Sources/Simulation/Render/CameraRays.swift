import Geometry

/// The directions through four points of each pixel, on the plane at unit depth.
struct CameraRays: Sendable {
    /// The sample points within a pixel, arranged so that no two share a row or a column.
    static let samples: [Vector2] = [
        Vector2(0.375, 0.125), Vector2(0.875, 0.375), Vector2(0.125, 0.625), Vector2(0.625, 0.875),
    ]
    let width: Int
    let height: Int
    /// x of every pixel for each sample, rows padded to whole packets.
    let x: [[Float]]
    /// y of every pixel for each sample.
    let y: [[Float]]
    let stride: Int

    /// The rays of a lens.
    init(_ camera: CameraModel) {
        width = camera.width
        height = camera.height
        stride = (camera.width + 7) / 8 * 8
        let noise = Noise(seed: 977)
        var (allX, allY): ([[Float]], [[Float]]) = ([], [])
        for sample in Self.samples {
            var (xs, ys): ([Float], [Float]) = ([], [])
            xs.reserveCapacity(stride * height)
            ys.reserveCapacity(stride * height)
            for row in 0..<height {
                for column in 0..<stride {
                    // Each pixel has its own offset, wrapped around the pixel's border: otherwise a nearly horizontal
                    // edge would move in steps of a quarter pixel.
                    let shift = Vector2(noise.shift(column, row, 0), noise.shift(column, row, 1))
                    let moved = sample + shift
                    let pixel = Vector2(Double(column), Double(row)) + moved - moved.rounded(.down)
                    let point = camera.normalized(ofPixel: pixel)
                    xs.append(Float(point.x))
                    ys.append(Float(point.y))
                }
            }
            allX.append(xs)
            allY.append(ys)
        }
        (x, y) = (allX, allY)
    }
}

extension Noise {
    /// The offset of a pixel's samples, 0…1.
    fileprivate func shift(_ column: Int, _ row: Int, _ axis: Int) -> Double {
        Double(random(column * 2 + axis, row))
    }
}
