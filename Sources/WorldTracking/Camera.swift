import Geometry

/// Where the camera was when a picture was taken, and its lens.
public struct Camera: Equatable, Sendable {
    /// From the camera as a user sees it (−Z forward) to the world.
    public var worldFromCamera: RigidTransform<WorldSpace, CameraSpace>
    /// The lens, for the picture as it came.
    public var lens: CameraModel

    /// A camera of its pose and lens.
    public init(worldFromCamera: RigidTransform<WorldSpace, CameraSpace>, lens: CameraModel) {
        self.worldFromCamera = worldFromCamera
        self.lens = lens
    }

    /// From the optical frame (+Z forward) to the world.
    public var worldFromOptical: RigidTransform<WorldSpace, OpticalSpace> {
        worldFromCamera * RigidTransform<OpticalSpace, CameraSpace>.flip.inverse
    }

    /// Where the camera is, metres.
    public var positionInWorld: Vector3 { worldFromCamera.translation }

    /// The ray of the world that a pixel shows.
    public func ray(through pixel: Vector2) -> Ray {
        worldFromOptical * Ray(origin: .zero, direction: lens.direction(ofPixel: pixel))
    }

    /// The pixel that shows a point of the world; nil where the point lies behind the camera.
    public func pixel(of pointInWorld: Vector3) -> Vector2? {
        lens.pixel(of: worldFromOptical.inverse * pointInWorld)
    }
}
