// External poses: the browser's own tracking (WebXR) supplies the pose of each image.

import Geometry
import WorldTracking

/// From now on the host supplies poses with the images; inertial samples are not used.
@_expose(wasm, "sightline_session_use_outside_poses")
@_cdecl("sightline_session_use_outside_poses")
public func sightlineSessionUseOutsidePoses(_ handle: UnsafeMutableRawPointer) {
    let session = engineSession(handle)
    session.hasOutsidePoses = true
    session.run(session.session.world.configuration)
}

/// Adds the image in the image memory with 11 64-bit floats: its camera's pose (quaternion x, y, z, w, translation; +Y
/// up, −Z forward), then focal lengths and principal point, pixels; 0 if they are not valid.
@_expose(wasm, "sightline_session_add_posed_image")
@_cdecl("sightline_session_add_posed_image")
public func sightlineSessionAddPosedImage(
    _ handle: UnsafeMutableRawPointer,
    _ timestampNanoseconds: Int64,
    _ width: Int32,
    _ height: Int32,
    _ bytesPerPixel: Int32,
    _ numbers: UnsafePointer<Double>
) -> Int32 {
    let session = engineSession(handle)
    let (focal, center) = (Vector2(numbers[7], numbers[8]), Vector2(numbers[9], numbers[10]))
    guard let worldFromCamera: RigidTransform<WorldSpace, CameraSpace> = ConfigurationRecord.pose(numbers),
        focal.isFinite, center.isFinite, focal.x > 1, focal.y > 1,
        let image = session.image(width: Int(width), height: Int(height), bytesPerPixel: Int(bytesPerPixel))
    else { return 0 }
    let lens = CameraModel(
        width: Int(width),
        height: Int(height),
        focalLengthPixels: focal,
        principalPointPixels: center,
        distortion: .none
    )
    let upright = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse
    let cameraFromOptical = RigidTransform<OpticalSpace, CameraSpace>.flip.inverse
    if bytesPerPixel == 4 {
        session.keepColors(timestampNanoseconds: timestampNanoseconds, width: Int(width), height: Int(height))
    }
    session.session.add(
        image,
        odometryFromOptical: upright * worldFromCamera * cameraFromOptical,
        lens: lens,
        timestampNanoseconds: timestampNanoseconds
    )
    return 1
}
