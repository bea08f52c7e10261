import Geometry
import Imaging

/// A keyframe as the engine sends it.
struct Keyframe {
    let timestampNanoseconds: Int64
    let epoch: Int32
    let image: GrayImage
    /// The same view in colours, in a smaller size; nil if the host has none.
    let colors: ColorImage?
    let lens: CameraModel
    let worldFromOptical: RigidTransform<WorldSpace, OpticalSpace>
    let motion: CameraMotion?
    let rotationSigma: Double
    let positionSigma: Double
    let landmarks: [Vector3]
}

extension DepthKeyframeRecord {
    /// The keyframe of bytes; nil if they are none.
    ///
    /// Whether its numbers can be those of a camera is the estimator's to judge.
    static func keyframe(_ bytes: UnsafeRawBufferPointer) -> Keyframe? {
        guard bytes.count >= stride else { return nil }
        let numbers = Numbers(bytes: bytes)
        guard let epoch = Int32(exactly: numbers[epoch]), let landmarks = Int(exactly: numbers[landmarkCount]),
            let columns = Int(exactly: numbers[width]), let rows = Int(exactly: numbers[height]),
            let colorColumns = Int(exactly: numbers[colorWidth]), let colorRows = Int(exactly: numbers[colorHeight]),
            (1...8_192).contains(columns), (1...8_192).contains(rows), (0...100_000).contains(landmarks),
            (0...1_024).contains(colorColumns), (0...1_024).contains(colorRows),
            bytes.count == stride + 24 * landmarks + columns * rows + 4 * colorColumns * colorRows,
            let distortion = distortion(numbers),
            isSigma(numbers[rotationSigma]), isSigma(numbers[positionSigma])
        else { return nil }
        let start = stride + 24 * landmarks
        let end = start + columns * rows
        let colors =
            bytes.count > end
            ? ColorImage(width: colorColumns, height: colorRows, bytes: Array(bytes[end...])) : nil
        return Keyframe(
            timestampNanoseconds: bytes.loadUnaligned(fromByteOffset: 8 * timestampNanoseconds, as: Int64.self),
            epoch: epoch,
            image: GrayImage(width: columns, height: rows, pixels: Array(bytes[start..<end])),
            colors: colors,
            lens: CameraModel(
                width: columns,
                height: rows,
                focalLengthPixels: numbers.pair(focalLength),
                principalPointPixels: numbers.pair(principalPoint),
                distortion: distortion
            ),
            worldFromOptical: numbers.pose(worldFromOptical),
            motion: numbers[hasMotion] == 1 ? motion(numbers) : nil,
            rotationSigma: numbers[rotationSigma],
            positionSigma: numbers[positionSigma],
            landmarks: (0..<landmarks).map { numbers.vector(count + 3 * $0) }
        )
    }

    private static func isSigma(_ value: Double) -> Bool { value >= 0 && value < 10 }

    private static func motion(_ numbers: Numbers) -> CameraMotion {
        CameraMotion(
            angularVelocity: numbers.vector(angularVelocity),
            velocity: numbers.vector(velocity),
            readoutTime: numbers[readoutTime]
        )
    }

    /// The distortion; nil if the kind is unknown.
    private static func distortion(_ numbers: Numbers) -> Distortion? {
        guard let code = Int32(exactly: numbers[distortionKind]), let kind = DistortionKindCode(rawValue: code) else {
            return nil
        }
        let c = (0..<4).map { numbers[distortion + $0] }
        return switch kind {
        case .none: Distortion.none
        case .radialTangential: .radialTangential(k1: c[0], k2: c[1], p1: c[2], p2: c[3])
        case .equidistant: .equidistant(k1: c[0], k2: c[1], k3: c[2], k4: c[3])
        }
    }

    /// 64-bit floats in bytes.
    private struct Numbers {
        let bytes: UnsafeRawBufferPointer

        subscript(index: Int) -> Double { bytes.loadUnaligned(fromByteOffset: 8 * index, as: Double.self) }

        func pair(_ index: Int) -> Vector2 { Vector2(self[index], self[index + 1]) }

        func vector(_ index: Int) -> Vector3 { Vector3(self[index], self[index + 1], self[index + 2]) }

        func pose(_ index: Int) -> RigidTransform<WorldSpace, OpticalSpace> {
            let rotation = Rotation(x: self[index], y: self[index + 1], z: self[index + 2], w: self[index + 3])
            return RigidTransform(rotation: rotation, translation: vector(index + 4))
        }
    }
}
