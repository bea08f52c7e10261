import Geometry

/// The residual of a landmark in an image, and its derivatives by the state.
struct PixelJacobian {
    /// Measured minus predicted, pixels.
    let residual: Vector2
    let landmark: Matrix2x3
    /// By the anchor's errors; by the image's it is the opposite.
    let turn: Matrix2x3
    let shift: Matrix2x3
    let extrinsicTurn: Matrix2x3
    let extrinsicShift: Matrix2x3
    private let intrinsicsX: SIMD8<Double>
    private let intrinsicsY: SIMD8<Double>
    private let readout: Vector2

    /// The Jacobian at the present estimate; nil if the point is not in front of the camera or far outside of the
    /// image.
    init?(
        _ parameters: Vector3,
        anchor: Int,
        clone: Int,
        pixel: Vector2,
        cameras: WindowCameras,
        lens: CameraModel
    ) {
        let model = cameras.model(parameters, anchor: anchor, clone: clone, row: pixel.y)
        guard model.point.z > 0.05 else { return nil }
        let inverse = 1 / model.point.z
        let ideal = Vector2(model.point.x, model.point.y) * inverse
        guard abs(ideal.x) < 5, abs(ideal.y) < 5 else { return nil }
        residual = pixel - lens.pixel(ofNormalized: ideal)
        let toPoint =
            lens.jacobianToNormalized(ideal)
            * Matrix2x3(
                rows: Vector3(inverse, 0, -ideal.x * inverse),
                Vector3(0, inverse, -ideal.y * inverse)
            )
        landmark = toPoint * model.pointToLandmark
        turn = toPoint * model.pointToTurn
        shift = toPoint * model.pointToShift
        extrinsicTurn = toPoint * model.pointToExtrinsicTurn
        extrinsicShift = toPoint * model.pointToExtrinsicShift
        (intrinsicsX, intrinsicsY) = lens.jacobianToIntrinsics(ideal)
        readout = toPoint * cameras.pointToReadout(model, parameters, clone: clone, row: pixel.y)
    }

    /// How fast the point moves through the image at a rate of the image's clone, pixels/s.
    func pixelSpeed(_ rate: (turn: Vector3, shift: Vector3)) -> Vector2 { turn * -rate.turn - shift * rate.shift }

    /// Writes the two rows sparsely: calibration, anchor, image, landmark.
    func write(to rows: SparseRows, anchor: Int, clone: Int, landmark slot: Int) {
        rows.removeAll()
        writeCalibration(to: rows)
        if anchor != clone {
            rows.append(turn, at: StateLayout.clone(anchor))
            rows.append(shift, at: StateLayout.clone(anchor) + 3)
            rows.append(turn.negated, at: StateLayout.clone(clone))
            rows.append(shift.negated, at: StateLayout.clone(clone) + 3)
        }
        rows.append(landmark, at: StateLayout.landmark(slot))
    }

    private func writeCalibration(to rows: SparseRows) {
        rows.append(extrinsicTurn, at: StateLayout.extrinsicRotation)
        rows.append(extrinsicShift, at: StateLayout.extrinsicTranslation)
        for k in 0..<8 {
            let index = rows.append(column: StateLayout.intrinsics + k)
            rows.row(0)[index] = intrinsicsX[k]
            rows.row(1)[index] = intrinsicsY[k]
        }
        let index = rows.append(column: StateLayout.readoutTime)
        rows.row(0)[index] = readout.x
        rows.row(1)[index] = readout.y
    }

    /// Adds the two rows over calibration and clones to a dense block, each element times a weight; columns start at
    /// the calibration.
    func write(to block: MatrixView, row: Int, anchor: Int, clone: Int, weight: Double) {
        func add(_ part: Matrix2x3, _ column: Int, _ factor: Double) {
            let start = column - StateLayout.visual
            for k in 0..<3 {
                block[row, start + k] += part.row0[k] * factor
                block[row + 1, start + k] += part.row1[k] * factor
            }
        }
        add(extrinsicTurn, StateLayout.extrinsicRotation, weight)
        add(extrinsicShift, StateLayout.extrinsicTranslation, weight)
        let lens = StateLayout.intrinsics - StateLayout.visual
        for k in 0..<8 {
            block[row, lens + k] += intrinsicsX[k] * weight
            block[row + 1, lens + k] += intrinsicsY[k] * weight
        }
        let last = StateLayout.readoutTime - StateLayout.visual
        block[row, last] += readout.x * weight
        block[row + 1, last] += readout.y * weight
        add(turn, StateLayout.clone(anchor), weight)
        add(shift, StateLayout.clone(anchor) + 3, weight)
        add(turn, StateLayout.clone(clone), -weight)
        add(shift, StateLayout.clone(clone) + 3, -weight)
    }
}

extension Matrix2x3 {
    /// Every element with the other sign.
    var negated: Matrix2x3 { Matrix2x3(rows: -row0, -row1) }
}
