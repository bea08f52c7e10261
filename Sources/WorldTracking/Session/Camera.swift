import Geometry

/// The camera's pose when an image was taken, and its lens.
public struct Camera: Equatable, Sendable {
    /// From the camera as a user sees it (−Z forward) to the world.
    public var worldFromCamera: RigidTransform<WorldSpace, CameraSpace>
    /// The lens, for the image as it was given.
    public var lens: CameraModel
    /// How it moved while the rows were exposed one after the other; nil if all were exposed at once.
    ///
    /// The velocity is along the world's axes. The pose is the middle row's.
    public var motion: CameraMotion?

    /// A camera of its pose, its lens and its motion.
    public init(
        worldFromCamera: RigidTransform<WorldSpace, CameraSpace>,
        lens: CameraModel,
        motion: CameraMotion? = nil
    ) {
        self.worldFromCamera = worldFromCamera
        self.lens = lens
        self.motion = motion
    }

    /// The image of a pointer, such as a hand or a controller: what it points at is in the middle.
    ///
    /// Its pixels are so wide that a measurement's aim of two of them is three milliradians, as a steady hand holds.
    private static let pointerLens = CameraModel(
        width: 640,
        height: 640,
        focalLengthPixels: Vector2(640, 640),
        principalPointPixels: Vector2(320, 320),
        distortion: .none
    )

    /// The view along a ray of the world, for tools that are pointed by a hand instead of a camera.
    public init(along ray: Ray) {
        let turn = Rotation(from: Vector3(0, 0, -1), to: ray.direction)
        self.init(
            worldFromCamera: RigidTransform(rotation: turn, translation: ray.origin),
            lens: Self.pointerLens
        )
    }

    /// From the optical frame (+Z forward) to the world.
    public var worldFromOptical: RigidTransform<WorldSpace, OpticalSpace> {
        worldFromCamera * RigidTransform<OpticalSpace, CameraSpace>.flip.inverse
    }

    /// Moves by a change of the world's scale.
    package mutating func scale(by scaling: Scaling) {
        worldFromCamera = scaling * worldFromCamera
        if let velocity = motion?.velocity { motion?.velocity = velocity * scaling.factor }
    }

    /// The camera's position, metres.
    public var positionInWorld: Vector3 { worldFromCamera.translation }

    /// The ray of the world that a pixel shows, from where the camera was when the pixel's row was exposed.
    public func ray(through pixel: Vector2) -> Ray {
        worldFromOptical(atRow: pixel.y) * Ray(origin: .zero, direction: lens.direction(ofPixel: pixel))
    }

    /// The pixel that shows a point of the world; nil if the point lies behind the camera.
    public func pixel(of pointInWorld: Vector3) -> Vector2? {
        guard var pixel = lens.pixel(of: worldFromOptical.inverse * pointInWorld) else { return nil }
        guard motion != nil else { return pixel }
        // The row gives the time of exposure, and the time gives the row: two rounds suffice.
        for _ in 0..<2 {
            guard let seen = lens.pixel(of: worldFromOptical(atRow: pixel.y).inverse * pointInWorld) else { return nil }
            pixel = seen
        }
        return pixel
    }

    private func worldFromOptical(atRow row: Double) -> RigidTransform<WorldSpace, OpticalSpace> {
        guard let motion else { return worldFromOptical }
        let share = min(1, max(-1, row / Double(lens.height) - 0.5))
        let late = share * motion.readoutTime
        let middle = worldFromOptical
        return RigidTransform(
            rotation: middle.rotation * Rotation(exp: motion.angularVelocity * late),
            translation: middle.translation + motion.velocity * late
        )
    }
}
