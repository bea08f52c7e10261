import Geometry

/// The axes of a code: origin in its middle, +X to its right, +Y to its top, +Z out of its face; metres.
public enum CodeSpace: Space {}

/// The pose of a code of known size relative to a camera.
public struct CodePose: Equatable, Sendable {
    /// The code's axes in those of the camera (+X right, +Y up, −Z forward), metres.
    public var cameraFromCode: RigidTransform<CameraSpace, CodeSpace>
    /// The covariance, 6 × 6 by rows: first of a small rotation about the camera's axes through the code's middle
    /// (radians), then of the middle (metres).
    public var covariance: [Double]
    /// The root mean square distance between the four corners and their projections, pixels.
    public var reprojectionError: Double
    /// The other pose with nearly the same projection, if the corners do not exclude it: its face is tilted to the
    /// other side.
    public var alternative: RigidTransform<CameraSpace, CodeSpace>?

    /// Standard deviations of the rotation about the camera's axes, radians.
    public var rotationSigma: Vector3 {
        Vector3(covariance[0].squareRoot(), covariance[7].squareRoot(), covariance[14].squareRoot())
    }

    /// Standard deviations of the middle along the camera's axes, metres.
    public var translationSigma: Vector3 {
        Vector3(covariance[21].squareRoot(), covariance[28].squareRoot(), covariance[35].squareRoot())
    }
}

extension DetectedCode {
    /// The code's pose relative to a camera, from the length of its side in metres; nil if no pose fits the corners.
    ///
    /// The side is that of `corners`: of a QR code without its margin, of an AprilTag the black square. A mirrored code
    /// has no pose.
    public func pose(sideMetres: Double, camera: CameraModel) -> CodePose? {
        guard !isMirrored, sideMetres > 0, sideMetres.isFinite else { return nil }
        return SquarePose(side: sideMetres, corners: corners, sigma: cornerSigma, camera: camera).solution()
    }
}
