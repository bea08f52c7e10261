import Geometry

/// Where a scene is seen from, through which lens, and how the camera's picture fills the view.
public struct Viewpoint: Equatable, Sendable {
    /// From the camera as a user sees it (−Z forward) to the world.
    public var worldFromCamera: RigidTransform<WorldSpace, CameraSpace>
    /// The lens of the camera's picture as it came.
    public var lens: CameraModel
    /// Width and height of the view in pixels.
    public var viewSize: SIMD2<Int>
    /// How the picture is turned to stand upright in the view.
    public var turn: QuarterTurn
    /// How the picture meets a view of another shape.
    public var fit: PictureFit
    /// The nearest and the farthest depth that is drawn, metres.
    public var depthRange: ClosedRange<Double>

    /// A viewpoint.
    public init(
        worldFromCamera: RigidTransform<WorldSpace, CameraSpace>,
        lens: CameraModel,
        viewSize: SIMD2<Int>,
        turn: QuarterTurn = .none,
        fit: PictureFit = .fill,
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
        let focal = Double(viewSize.y) / 2 / Viewpoint.tangent(fieldOfView / 2)
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
