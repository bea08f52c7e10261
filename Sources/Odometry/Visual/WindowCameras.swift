import Geometry

/// The cameras of the filter's window, computed once and read often.
final class WindowCameras {
    /// The bodies at their images' middle rows, a slot a clone.
    private(set) var bodies: [BodyPose]
    /// The camera's rotation in the body.
    private(set) var extrinsicRotation = Matrix3.identity
    /// The camera's place in the body, metres.
    private(set) var extrinsicTranslation = Vector3.zero
    private var clones: [CloneState]
    private var readoutTime = 0.0
    private var inverseHeight = 0.0

    init() {
        bodies = .init(
            repeating: BodyPose(rotation: .identity, position: .zero),
            count: StateLayout.cloneCapacity
        )
        clones = .init(repeating: CloneState(), count: StateLayout.cloneCapacity)
    }

    /// Takes over the filter's present estimate.
    func update(from filter: SlidingWindowFilter) {
        let calibration = filter.calibration
        extrinsicRotation = calibration.bodyFromOptical.rotation.matrix
        extrinsicTranslation = calibration.bodyFromOptical.translation
        readoutTime = calibration.readoutTime
        inverseHeight = 1 / Double(calibration.camera.height)
        for number in 0..<filter.clones.count {
            let slot = filter.clones.slot(number)
            clones[slot] = filter.clones[slot]
            bodies[slot] = clones[slot].pose(after: 0)
        }
    }

    /// The time of a row after the middle one, as a share of the readout time, −0.5…0.5.
    func rowFraction(_ y: Double) -> Double { y * inverseHeight - 0.5 }

    /// The body when a row of a clone's image was exposed.
    func body(_ slot: Int, row y: Double) -> BodyPose {
        readoutTime == 0 ? bodies[slot] : clones[slot].pose(after: readoutTime * rowFraction(y))
    }

    /// The camera of a body: its rotation to the world and its centre.
    func camera(_ body: BodyPose) -> BodyPose {
        BodyPose(
            rotation: body.rotation * extrinsicRotation,
            position: body.rotation * extrinsicTranslation + body.position
        )
    }

    /// The model of a landmark in a clone's image at a row.
    func model(_ parameters: Vector3, anchor: Int, clone: Int, row y: Double) -> ObservationModel {
        ObservationModel(
            parameters: parameters,
            anchor: bodies[anchor],
            body: body(clone, row: y),
            extrinsicRotation: extrinsicRotation,
            extrinsicTranslation: extrinsicTranslation
        )
    }

    /// The model of a landmark in the camera of another clone, at the middle row.
    func anchorModel(_ parameters: Vector3, from anchor: Int, to clone: Int) -> ObservationModel {
        ObservationModel(
            parameters: parameters,
            anchor: bodies[anchor],
            body: bodies[clone],
            extrinsicRotation: extrinsicRotation,
            extrinsicTranslation: extrinsicTranslation
        )
    }

    /// The derivative of the modelled point by the readout time.
    func pointToReadout(_ model: ObservationModel, _ parameters: Vector3, clone: Int, row y: Double) -> Vector3 {
        let state = clones[clone]
        let rate = model.pointRate(
            angularVelocity: state.angularVelocity,
            velocityInBody: body(clone, row: y).rotation.transposed * state.velocity,
            inverseDepth: parameters.z
        )
        return rate * rowFraction(y)
    }
}
