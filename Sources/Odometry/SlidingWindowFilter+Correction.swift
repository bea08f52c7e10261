import Geometry

extension SlidingWindowFilter {
    /// Moves the whole estimate by an error of the state's width.
    func correct(_ error: UnsafePointer<Double>) {
        func part(_ start: Int) -> Vector3 { Vector3(error[start], error[start + 1], error[start + 2]) }
        inertial.correct(InertialError(error))
        for index in 0..<cloneCount {
            let slot = cloneOrder[index]
            let start = StateLayout.clone(slot)
            let turn = Rotation(exp: part(start))
            clones[slot].rotation = (turn * clones[slot].rotation).normalized
            clones[slot].velocity = turn * clones[slot].velocity
            clones[slot].position =
                turn * clones[slot].position + Rotation.leftJacobian(part(start)) * part(start + 3)
        }
        for slot in landmarks.indices where landmarks[slot].isUsed {
            landmarks[slot].parameters += part(StateLayout.landmark(slot))
        }
        for slot in planes.indices where planes[slot].isUsed { planes[slot].correct(part(StateLayout.plane(slot))) }
        correctCalibration(error)
    }

    private func correctCalibration(_ error: UnsafePointer<Double>) {
        func part(_ start: Int) -> Vector3 { Vector3(error[start], error[start + 1], error[start + 2]) }
        let extrinsics = calibration.bodyFromOptical
        calibration.bodyFromOptical = RigidTransform(
            rotation: (Rotation(exp: part(StateLayout.extrinsicRotation)) * extrinsics.rotation).normalized,
            translation: extrinsics.translation + part(StateLayout.extrinsicTranslation)
        )
        calibration.timeOffset += error[StateLayout.timeOffset]
        calibration.readoutTime += error[StateLayout.readoutTime]
        let lens = error + StateLayout.intrinsics
        calibration.camera.focalLengthPixels += Vector2(lens[0], lens[1])
        calibration.camera.principalPointPixels += Vector2(lens[2], lens[3])
        let distortion = calibration.camera.distortion
        calibration.camera.distortion = distortion.with(
            coefficients: distortion.coefficients + Vector4(lens[4], lens[5], lens[6], lens[7])
        )
    }
}
