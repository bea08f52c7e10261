import Features

extension FeatureRecord {
    static func write(_ feature: TrackedFeature, to record: UnsafeMutableRawPointer) {
        record.storeBytes(of: feature.identifier, toByteOffset: identifier, as: Int32.self)
        record.storeBytes(of: feature.pixel.x, toByteOffset: pixel, as: Float.self)
        record.storeBytes(of: feature.pixel.y, toByteOffset: pixel + 4, as: Float.self)
        record.storeBytes(of: feature.age, toByteOffset: age, as: Int32.self)
    }
}
