import Experiences
import Geometry
import WorldTracking

extension MeasuringRecord {
    static func write(_ measuring: Measuring, to record: UnsafeMutablePointer<Double>) {
        record[mode] = Double(measuring.mode.rawValue)
        record[advice] = Double(measuring.advice.rawValue)
        record[tool] = Double(measuring.tool.rawValue)
        record[confidence] = Double(measuring.aim?.confidence.rawValue ?? -1)
        record[distance] = measuring.aim?.hit.distance ?? 0
        record[snap] = Double(code(of: measuring.aim?.snap)?.rawValue ?? 0)
        record[pointCount] = Double(measuring.current?.points.count ?? 0)
        record[measurementCount] = Double(measuring.measurements.count)
        if let reading = measuring.liveReading { ReadingRecord.write(reading, to: record + live) }
        if let reading = measuring.lastReading { ReadingRecord.write(reading, to: record + last) }
        record[scale] = measuring.scale
        record[scaleSigma] = measuring.scaleSigma
        record[isRoughOffered] = measuring.isRoughOffered ? 1 : 0
    }

    private static func code(of snap: Snap?) -> AimSnapCode? {
        switch snap {
        case .none: nil
        case .point: .point
        case .closing: .closing
        case .edge: .outline
        case .rightAngle: .rightAngle
        case .corner: .corner
        case .line: .edge
        }
    }
}

extension ReadingRecord {
    static func write(_ reading: Reading, to record: UnsafeMutablePointer<Double>) {
        record[exists] = 1
        record[quantity] = Double(reading.quantity.rawValue)
        record[value] = reading.value
        record[sigma] = reading.sigma
    }
}
