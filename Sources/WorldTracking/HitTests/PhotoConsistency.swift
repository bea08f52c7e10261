import Geometry
import Imaging

/// How alike images from several places show what lies around a point, if it lies at a distance.
///
/// At another distance each image shows something else there. The measure is the zero-mean normalised correlation of
/// small windows, as in multi-view stereo (Goesele, Curless and Seitz, "Multi-View Stereo Revisited", 2006).
struct PhotoConsistency {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Distance between two cameras from which an image counts as taken from elsewhere.
        ///
        /// Unit: metres. Range: 0.02…0.1. Origin: by hand: less than the step of the kept images.
        var leastStep = 0.03
        /// Number of images that must show the surroundings.
        ///
        /// Unit: images. Range: 2…5. Origin: by hand.
        var leastViews = 3
        /// Share of the images that must agree; the others may show something that hides the point.
        ///
        /// Unit: fraction. Range: 0.3…0.8. Origin: by hand.
        var agreeingShare = 0.5
        /// Variance of a pixel's noise: in windows without texture the correlation goes to zero.
        ///
        /// Unit: gray levels squared. Range: 4…16. Origin: phones' cameras indoors.
        var noise: Float = 9
        /// Standard deviation of the shades below which nothing can be compared.
        ///
        /// With 6 noise alone contradicts every fifth of the right hits that have such texture, with 12 every twentieth.
        ///
        /// Unit: gray levels. Range: 9…16. Origin: hits at random pixels of a walk and of room 302.
        var leastTexture: Float = 12
    }

    private static let tuning = Tuning()
    private static let side = 15

    /// A part of the surroundings: at an edge of a thing only a part of them belongs to it.
    private struct Window {
        let rows: Range<Int>
        let columns: Range<Int>

        init(_ x: Int, _ y: Int, _ side: Int) { (columns, rows) = (x..<x + side, y..<y + side) }

        /// The correlation of two patches, and the first one's standard deviation.
        func correlation(_ a: [Float], _ b: [Float]) -> (correlation: Float, deviation: Float) {
            var (sumA, sumB, squaresA, squaresB, products): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
            for row in rows {
                for column in columns {
                    let (x, y) = (a[row * side + column], b[row * side + column])
                    sumA += x
                    sumB += y
                    squaresA += x * x
                    squaresB += y * y
                    products += x * y
                }
            }
            let count = Float(rows.count * columns.count)
            let (meanA, meanB) = (sumA / count, sumB / count)
            let varianceA = max(0, squaresA / count - meanA * meanA)
            let varianceB = max(0, squaresB / count - meanB * meanB)
            let scale = ((varianceA + tuning.noise) * (varianceB + tuning.noise)).squareRoot()
            return ((products / count - meanA * meanB) / scale, varianceA.squareRoot())
        }
    }

    /// All, the middle, and the four corners.
    private static let windows = [
        Window(0, 0, side), Window(3, 3, 9), Window(0, 0, 9), Window(6, 0, 9), Window(0, 6, 9), Window(6, 6, 9),
    ]

    private let point: Vector3
    private let camera: Camera
    private let shades: [Float]
    private let views: [RecentView]
    /// Where the present image shows the corners of the surroundings, in order around them.
    private let corners: [Vector2]

    /// The surroundings of a point as a camera's image shows them; nil if it does not show all of them, they have no
    /// texture, or too few of the other views were taken from elsewhere.
    init?(_ point: Vector3, in image: GrayImage, _ camera: Camera, _ views: [RecentView]) {
        guard let pixel = camera.pixel(of: point) else { return nil }
        let reach = Double(Self.side / 2)
        let corners = [
            pixel + Vector2(-reach, -reach), pixel + Vector2(reach, -reach), pixel + Vector2(reach, reach),
            pixel + Vector2(-reach, reach),
        ]
        let eye = camera.positionInWorld
        self.views = views.filter { ($0.camera.positionInWorld - eye).length > Self.tuning.leastStep }
        guard self.views.count >= Self.tuning.leastViews, let shades = Self.shades(image, between: corners) else {
            return nil
        }
        let deviations = Self.windows.map { $0.correlation(shades, shades).deviation }
        guard deviations.contains(where: { $0 > Self.tuning.leastTexture }) else { return nil }
        (self.point, self.camera, self.corners, self.shades) = (point, camera, corners, shades)
    }

    /// The correlation with the images that agree best, in the window and on the surface that agree best, at most 1;
    /// nil if too few images show the surroundings.
    ///
    /// Tried are a surface of the given normal, a level one, and one that faces the camera.
    func correlation(normal: Vector3) -> Double? {
        let facing = (camera.positionInWorld - point).normalized
        let normals = [normal, Vector3(0, 1, 0), facing]
        return normals.compactMap { correlation(on: Plane(normal: $0, through: point)) }.max()
    }

    private func correlation(on surface: Plane) -> Double? {
        guard let places = places(on: surface) else { return nil }
        let patches = views.compactMap { view -> [Float]? in
            let seen = places.compactMap { view.camera.pixel(of: $0) }
            return seen.count == places.count ? Self.shades(view.image, between: seen) : nil
        }
        guard patches.count >= Self.tuning.leastViews else { return nil }
        let share = Int((Double(patches.count) * Self.tuning.agreeingShare).rounded(.up))
        let agreeing = max(Self.tuning.leastViews, share)
        let best = Self.windows.map { window in
            let sorted = patches.map { window.correlation(shades, $0).correlation }.sorted(by: >)
            return sorted.prefix(agreeing).reduce(0, +) / Float(agreeing)
        }
        return best.max().map(Double.init)
    }

    /// Where the corners of the surroundings lie on a surface; nil if it is seen too flat.
    private func places(on surface: Plane) -> [Vector3]? {
        let farthest = 3 * (point - camera.positionInWorld).length
        let places = corners.compactMap { corner -> Vector3? in
            let ray = camera.ray(through: corner)
            guard let distance = ray.distance(to: surface), distance > 0, distance < farthest else { return nil }
            return ray.point(at: distance)
        }
        return places.count == corners.count ? places : nil
    }

    /// The shades between four corners, row by row, bilinear; nil if a part lies outside the image.
    private static func shades(_ image: GrayImage, between corners: [Vector2]) -> [Float]? {
        // From the middle of the first pixel.
        let places = corners.map { SIMD2<Float>(Float($0.x), Float($0.y)) - 0.5 }
        let inside = places.allSatisfy {
            $0.x >= 0 && $0.y >= 0 && $0.x < Float(image.width - 1) && $0.y < Float(image.height - 1)
        }
        guard inside else { return nil }
        return image.pixels.withUnsafeBufferPointer { pixels in
            [Float](unsafeUninitializedCapacity: side * side) { target, count in
                for row in 0..<side {
                    let down = Float(row) / Float(side - 1)
                    let left = places[0] + (places[3] - places[0]) * down
                    let step = (places[1] + (places[2] - places[1]) * down - left) / Float(side - 1)
                    for column in 0..<side {
                        let place = left + step * Float(column)
                        let (x, y) = (min(Int(place.x), image.width - 2), min(Int(place.y), image.height - 2))
                        let (fx, fy) = (place.x - Float(x), place.y - Float(y))
                        let index = y * image.width + x
                        let top = Float(pixels[index]) * (1 - fx) + Float(pixels[index + 1]) * fx
                        let next = index + image.width
                        let bottom = Float(pixels[next]) * (1 - fx) + Float(pixels[next + 1]) * fx
                        target[row * side + column] = top * (1 - fy) + bottom * fy
                    }
                }
                count = side * side
            }
        }
    }
}

extension World {
    /// How alike the images of the last seconds show what lies around a point that the last frame shows, at most 1; nil
    /// if they cannot tell: too few show it, or it has no texture.
    ///
    /// `normal` is that of the surface at the point.
    package func photoConsistency(of point: Vector3, normal: Vector3) -> Double? {
        guard let frame = currentFrame, let camera = frame.camera, let image = frame.image,
            image.width == camera.lens.width, image.height == camera.lens.height
        else { return nil }
        return PhotoConsistency(point, in: image, camera, recentViews)?.correlation(normal: normal)
    }
}
