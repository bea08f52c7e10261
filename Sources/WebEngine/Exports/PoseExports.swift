// External poses: the browser's own tracking (WebXR) supplies the pose of each image.

import Geometry
import Surfaces
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
    if bytesPerPixel == 4 {
        session.keepColors(timestampNanoseconds: timestampNanoseconds, width: Int(width), height: Int(height))
    }
    session.session.add(
        image,
        odometryFromOptical: odometryFromOptical(worldFromCamera),
        lens: lens,
        timestampNanoseconds: timestampNanoseconds
    )
    return 1
}

/// Adds the pose of a camera whose image is not known, with the numbers of `sightline_session_add_posed_image`, and the
/// surfaces that the host's tracking found; 0 if they are not valid.
///
/// `surfaces` are `count` 64-bit floats, all surfaces in turn: a number, the pose (quaternion x, y, z, w, translation; +Y
/// along the normal), the number of corners, and their x and z. Without surfaces `count` is 0; with −1 nothing is new.
@_expose(wasm, "sightline_session_add_pose")
@_cdecl("sightline_session_add_pose")
public func sightlineSessionAddPose(
    _ handle: UnsafeMutableRawPointer,
    _ timestampNanoseconds: Int64,
    _ width: Int32,
    _ height: Int32,
    _ numbers: UnsafePointer<Double>,
    _ surfaces: UnsafePointer<Double>,
    _ count: Int32
) -> Int32 {
    let (focal, center) = (Vector2(numbers[7], numbers[8]), Vector2(numbers[9], numbers[10]))
    guard let worldFromCamera: RigidTransform<WorldSpace, CameraSpace> = ConfigurationRecord.pose(numbers),
        focal.isFinite, center.isFinite, focal.x > 1, focal.y > 1, (16...8192).contains(width),
        (16...8192).contains(height)
    else { return 0 }
    var found: [OutsidePlane]?
    if count >= 0 {
        guard let read = outsidePlanes(UnsafeBufferPointer(start: surfaces, count: Int(count))) else { return 0 }
        found = read
    }
    let lens = CameraModel(
        width: Int(width),
        height: Int(height),
        focalLengthPixels: focal,
        principalPointPixels: center,
        distortion: .none
    )
    engineSession(handle).session.addPose(
        odometryFromOptical(worldFromCamera),
        lens: lens,
        surfaces: found,
        timestampNanoseconds: timestampNanoseconds
    )
    return 1
}

/// The pose of a camera in the host's world (+Y up) as a source of poses gives it.
private func odometryFromOptical(
    _ worldFromCamera: RigidTransform<WorldSpace, CameraSpace>
) -> RigidTransform<OdometrySpace, OpticalSpace> {
    let upright = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse
    return upright * worldFromCamera * RigidTransform<OpticalSpace, CameraSpace>.flip.inverse
}

/// The surfaces of the host's numbers; nil if they are not such a list.
private func outsidePlanes(_ numbers: UnsafeBufferPointer<Double>) -> [OutsidePlane]? {
    let upright = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse
    var planes: [OutsidePlane] = []
    var at = 0
    while at < numbers.count {
        guard numbers.count - at >= 9, let start = numbers.baseAddress,
            let number = Int32(exactly: numbers[at]), let corners = Int(exactly: numbers[at + 8]),
            corners >= 0, corners <= (numbers.count - at - 9) / 2,
            let pose: RigidTransform<WorldSpace, PlaneSpace> = ConfigurationRecord.pose(start + at + 1)
        else { return nil }
        let outline = (0..<corners).map { Vector2(numbers[at + 9 + 2 * $0], numbers[at + 10 + 2 * $0]) }
        planes.append(OutsidePlane(number: number, odometryFromPlane: upright * pose, outline: outline))
        at += 9 + 2 * corners
    }
    return planes
}
