import Features

/// The one tracker of the module.
enum Front {
    nonisolated(unsafe) static let tracker = FeatureTracker()
}
