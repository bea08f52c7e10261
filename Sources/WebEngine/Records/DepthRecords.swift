import Depth
import Geometry
import Imaging
import WorldTracking

extension DepthKeyframeRecord {
    /// The number of bytes of a keyframe: the record, the landmarks and the pixels.
    static func byteCount(of keyframe: DepthKeyframe) -> Int {
        stride + keyframe.landmarks.count * 24 + keyframe.lens.width * keyframe.lens.height
    }

    /// Writes a keyframe: the record, the landmarks, the pixels.
    static func write(_ keyframe: DepthKeyframe, to memory: UnsafeMutableRawPointer) {
        let record = memory.assumingMemoryBound(to: Double.self)
        record.update(repeating: 0, count: count)
        memory.storeBytes(of: keyframe.timestampNanoseconds, toByteOffset: 8 * timestampNanoseconds, as: Int64.self)
        record[epoch] = Double(keyframe.epoch)
        write(keyframe.lens, to: record)
        record.write(keyframe.worldFromOptical, at: worldFromOptical)
        if let motion = keyframe.motion {
            record[hasMotion] = 1
            record.write(motion.angularVelocity, at: angularVelocity)
            record.write(motion.velocity, at: velocity)
            record[readoutTime] = motion.readoutTime
        }
        let configuration = Session.depthConfiguration
        record[rotationSigma] = configuration.rotationSigma
        record[positionSigma] = configuration.positionSigma
        record[landmarkCount] = Double(keyframe.landmarks.count)
        for (index, point) in keyframe.landmarks.enumerated() { record.write(point, at: count + 3 * index) }
        let pixels = memory + stride + keyframe.landmarks.count * 24
        keyframe.image.pixels.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { pixels.copyMemory(from: start, byteCount: bytes.count) }
        }
    }

    private static func write(_ lens: CameraModel, to record: UnsafeMutablePointer<Double>) {
        (record[width], record[height]) = (Double(lens.width), Double(lens.height))
        (record[focalLength], record[focalLength + 1]) = (lens.focalLengthPixels.x, lens.focalLengthPixels.y)
        let center = lens.principalPointPixels
        (record[principalPoint], record[principalPoint + 1]) = (center.x, center.y)
        let kind: DistortionKindCode =
            switch lens.distortion {
            case .none: .none
            case .radialTangential: .radialTangential
            case .equidistant: .equidistant
            }
        record[distortionKind] = Double(kind.rawValue)
        for index in 0..<4 { record[distortion + index] = lens.distortion.coefficients[index] }
    }
}

extension DepthEstimateRecord {
    /// A map that another module made.
    struct Estimate {
        let map: DepthMap
        let epoch: Int32
        let nearDepth: Double
    }

    /// The map of bytes; nil if they are none.
    static func estimate(_ bytes: UnsafeRawBufferPointer) -> Estimate? {
        guard bytes.count >= stride else { return nil }
        func number(_ field: Int) -> Double { bytes.loadUnaligned(fromByteOffset: 8 * field, as: Double.self) }
        let pose = (0..<7).map { number(worldFromOptical + $0) }
        let lens = Vector2(number(focalLength), number(focalLength + 1))
        let center = Vector2(number(principalPoint), number(principalPoint + 1))
        guard let columns = Int(exactly: number(width)), let rows = Int(exactly: number(height)),
            (1...320).contains(columns), (1...320).contains(rows),
            let fineMaps = Int(exactly: number(hasFineDepth)), (0...1).contains(fineMaps),
            case let fineCount = fineMaps * 4 * columns * rows,
            bytes.count == stride + 9 * columns * rows + 4 * fineCount,
            let epoch = Int32(exactly: number(epoch)), number(nearDepth) > 0, number(nearDepth) < 1e3,
            lens.isFinite, lens.min() > 1, center.isFinite,
            let worldFromOptical: RigidTransform<WorldSpace, OpticalSpace> = ConfigurationRecord.pose(pose),
            let depth = metres(bytes, at: stride, count: columns * rows),
            let sigma = metres(bytes, at: stride + 4 * columns * rows, count: columns * rows),
            let fineDepth = metres(bytes, at: stride + 8 * columns * rows, count: fineCount)
        else { return nil }
        var map = DepthMap(
            timestampNanoseconds: bytes.loadUnaligned(fromByteOffset: 8 * timestampNanoseconds, as: Int64.self),
            lens: CameraModel(
                width: columns,
                height: rows,
                focalLengthPixels: lens,
                principalPointPixels: center
            ),
            worldFromOptical: worldFromOptical,
            depth: depth,
            sigma: sigma,
            shades: Array(bytes[(stride + 8 * columns * rows + 4 * fineCount)...])
        )
        map.fineDepth = fineDepth
        return Estimate(map: map, epoch: epoch, nearDepth: number(nearDepth))
    }

    /// Distances; nil if one is negative or not finite.
    private static func metres(_ bytes: UnsafeRawBufferPointer, at start: Int, count: Int) -> [Float]? {
        var values: [Float] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            let value = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: Float.self)
            guard value >= 0, value.isFinite else { return nil }
            values.append(value)
        }
        return values
    }
}

extension DepthMapRecord {
    static func write(_ map: DepthMap, to record: UnsafeMutablePointer<Double>) {
        UnsafeMutableRawPointer(record).storeBytes(
            of: map.timestampNanoseconds,
            toByteOffset: 8 * timestampNanoseconds,
            as: Int64.self
        )
        (record[width], record[height]) = (Double(map.width), Double(map.height))
        (record[focalLength], record[focalLength + 1]) = (map.lens.focalLengthPixels.x, map.lens.focalLengthPixels.y)
        let center = map.lens.principalPointPixels
        (record[principalPoint], record[principalPoint + 1]) = (center.x, center.y)
        let worldFromCamera: RigidTransform<WorldSpace, CameraSpace> =
            map.worldFromOptical * RigidTransform<OpticalSpace, CameraSpace>.flip
        record.write(worldFromCamera, at: Self.worldFromCamera)
    }
}
