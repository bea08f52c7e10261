import Geometry
import RealModule

/// Where a scene is seen from, through which lens, and how the camera image fills the view.
public struct Viewpoint: Equatable, Sendable {
    /// From the camera as a user sees it (−Z forward) to the world.
    public var worldFromCamera: RigidTransform<WorldSpace, CameraSpace>
    /// The lens of the camera image as it came.
    public var lens: CameraModel
    /// Width and height of the view in pixels.
    public var viewSize: SIMD2<Int>
    /// How the image is turned to stand upright in the view.
    public var turn: QuarterTurn
    /// How the image meets a view of another shape.
    public var fit: ImageFit
    /// The nearest and the farthest depth that is drawn, metres.
    public var depthRange: ClosedRange<Double>

    /// A viewpoint.
    public init(
        worldFromCamera: RigidTransform<WorldSpace, CameraSpace>,
        lens: CameraModel,
        viewSize: SIMD2<Int>,
        turn: QuarterTurn = .none,
        fit: ImageFit = .fill,
        depthRange: ClosedRange<Double> = 0.03...100
    ) {
        self.worldFromCamera = worldFromCamera
        self.lens = lens
        self.viewSize = viewSize
        self.turn = turn
        self.fit = fit
        self.depthRange = depthRange
    }

    /// A viewpoint without a camera: a perfect lens of a vertical field of view, radians, that looks at a point.
    public init(lookingFrom eye: Vector3, at target: Vector3, fieldOfView: Double, viewSize: SIMD2<Int>) {
        let back = (eye - target).normalized
        let side = cross(Vector3(0, 1, 0), back)
        let right = side.length > 1e-6 ? side.normalized : Vector3(1, 0, 0)
        let axes = Matrix3(columns: right, cross(back, right), back)
        let focal = Double(viewSize.y) / 2 / Double.tan(fieldOfView / 2)
        self.init(
            worldFromCamera: RigidTransform(rotation: Rotation(matrix: axes), translation: eye),
            lens: CameraModel(
                width: viewSize.x,
                height: viewSize.y,
                focalLengthPixels: Vector2(focal, focal),
                principalPointPixels: Vector2(Double(viewSize.x), Double(viewSize.y)) / 2
            ),
            viewSize: viewSize
        )
    }
}

// MARK: - From camera to view

extension Viewpoint {
    /// From points on the plane one unit before the camera (x/z, y/z, optical axes) to the view.
    ///
    /// The view is (0, 0) at the top left and (1, 1) at the bottom right.
    var viewFromIdeal: AffineMap {
        let viewFromImage = AffineMap.displayTransform(
            imageSize: lens.sizePixels,
            viewSize: Vector2(Double(viewSize.x), Double(viewSize.y)),
            turn: turn,
            fit: fit
        )
        let imageFromIdeal = AffineMap(
            xAxis: Vector2(lens.focalLengthPixels.x / lens.sizePixels.x, 0),
            yAxis: Vector2(0, lens.focalLengthPixels.y / lens.sizePixels.y),
            origin: lens.principalPointPixels / lens.sizePixels
        )
        let zoom = coveringZoom(viewFromImage * imageFromIdeal)
        let closer = AffineMap(
            xAxis: Vector2(zoom, 0),
            yAxis: Vector2(0, zoom),
            origin: Vector2(0.5, 0.5) * (1 - zoom)
        )
        return closer * viewFromImage * imageFromIdeal
    }

    /// The pixel of the camera image as it came that the view shows at a position, (0, 0) top left, (1, 1) bottom
    /// right.
    public func imagePixel(ofView position: Vector2) -> Vector2 {
        guard let ideal = viewFromIdeal.inverse else { return lens.principalPointPixels }
        return lens.pixel(ofNormalized: ideal * position)
    }

    /// The position in the view, (0, 0) top left, (1, 1) bottom right, of a pixel of the camera image as it came.
    public func view(ofImagePixel pixel: Vector2) -> Vector2 { viewFromIdeal * lens.normalized(ofPixel: pixel) }

    /// The ray of the world that the view shows at a position, (0, 0) top left, (1, 1) bottom right.
    public func ray(throughView position: Vector2) -> Ray {
        let ideal = (viewFromIdeal.inverse ?? .identity) * position
        return worldFromCamera * Ray(origin: .zero, direction: Vector3(ideal.x, -ideal.y, -1))
    }

    /// The position in the view of a point of the world; nil if the point lies behind the camera.
    public func view(of pointInWorld: Vector3) -> Vector2? {
        let point = worldFromCamera.inverse * pointInWorld
        guard point.z < -1e-6 else { return nil }
        return viewFromIdeal * (Vector2(point.x, -point.y) / -point.z)
    }

    /// From camera space to clip space.
    var clipFromCamera: ClipMatrix {
        let map = viewFromIdeal
        let near = depthRange.lowerBound
        let far = depthRange.upperBound
        // The view's coordinates run 0…1 down; clip space runs −1…1 up. A point's optical coordinates are (x, −y) / −z.
        return ClipMatrix(
            rows: Vector4(2 * map.xAxis.x, -2 * map.yAxis.x, 1 - 2 * map.origin.x, 0),
            Vector4(-2 * map.xAxis.y, 2 * map.yAxis.y, 2 * map.origin.y - 1, 0),
            Vector4(0, 0, -(far + near) / (far - near), -2 * far * near / (far - near)),
            Vector4(0, 0, -1, 0)
        )
    }

    /// The pixels of the view that one unit of the plane one unit before the camera takes.
    var focalLengthInView: Double {
        let map = viewFromIdeal
        let across = Vector2(map.xAxis.x * Double(viewSize.x), map.xAxis.y * Double(viewSize.y))
        return across.length
    }

    /// How much closer the view must be so that a bent lens leaves no empty corner; steps of one part in a hundred keep
    /// it still while the lens is being learnt.
    private func coveringZoom(_ map: AffineMap) -> Double {
        guard fit == .fill, lens.distortion != .none, let back = map.inverse else { return 1 }
        for step in 0..<40 {
            let zoom = 1 + Double(step) / 100
            if isCovered(back, zoom: zoom) { return zoom }
        }
        return 1.4
    }

    private func isCovered(_ idealFromView: AffineMap, zoom: Double) -> Bool {
        for step in 0..<16 {
            let along = (Double(step) / 15 - 0.5) / zoom
            for side in [-0.5 / zoom, 0.5 / zoom] {
                for position in [Vector2(along, side), Vector2(side, along)] {
                    let pixel = lens.pixel(ofNormalized: idealFromView * (position + 0.5))
                    let slack = 0.002 * lens.sizePixels.x
                    guard pixel.x > -slack, pixel.y > -slack, pixel.x < lens.sizePixels.x + slack,
                        pixel.y < lens.sizePixels.y + slack
                    else { return false }
                }
            }
        }
        return true
    }
}
