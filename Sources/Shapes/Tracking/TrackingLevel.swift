/// The effort of an object tracker per image.
public enum TrackingLevel: Equatable, Sendable {
    /// Sixteen channels.
    case fast
    /// Thirty-two channels.
    case accurate

    var batches: Int { self == .fast ? 2 : 4 }
    var scales: Int { 3 }
    var scaleStep: Float { 1.025 }
    /// Images between two updates.
    var learningInterval: Int { 2 }
    var learningRate: Float { 0.035 }
}
