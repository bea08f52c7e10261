import Features

/// How a followed feature lies in memory: identifier (integer), pixel x, y (floats), age (integer), 32 bits each.
enum FeatureRecord {
    static let stride = 16

    static func write(_ feature: TrackedFeature, to record: UnsafeMutableRawPointer) {
        record.storeBytes(of: feature.identifier, as: Int32.self)
        record.storeBytes(of: feature.pixel.x, toByteOffset: 4, as: Float.self)
        record.storeBytes(of: feature.pixel.y, toByteOffset: 8, as: Float.self)
        record.storeBytes(of: feature.age, toByteOffset: 12, as: Int32.self)
    }
}
