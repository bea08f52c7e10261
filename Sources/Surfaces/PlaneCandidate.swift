/// An upright or tilted plane that is watched for a while before anybody is told of it.
struct PlaneCandidate: Sendable {
    var plane: DetectedPlane
    let sinceNanoseconds: Int64
    /// At how many updates its points were still there, and at how many in a row they were not.
    var confirmations = 0
    var misses = 0
    /// Around how many of its points two pictures showed the same, and around how many they did not.
    var agreed = 0
    var disagreed = 0

    /// Whether pictures were compared often enough to tell, and agreed.
    var isSeenAlike: Bool { agreed >= 12 && agreed >= 3 * disagreed }
    /// Whether pictures tell that nothing is there.
    var isSeenOtherwise: Bool { disagreed >= 6 && 2 * disagreed > agreed }
}
