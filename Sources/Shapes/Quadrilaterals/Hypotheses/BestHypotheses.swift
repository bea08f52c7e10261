/// The best of many hypotheses, the best first.
struct BestHypotheses {
    private(set) var hypotheses: [QuadHypothesis] = []
    /// The score that a hypothesis must pass to be kept.
    private(set) var least: Float = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        hypotheses.reserveCapacity(capacity + 1)
    }

    /// Keeps a hypothesis whose score is above `least`.
    mutating func insert(_ hypothesis: QuadHypothesis) {
        if hypotheses.count == capacity { hypotheses.removeLast() }
        var at = hypotheses.count
        while at > 0, hypotheses[at - 1].score < hypothesis.score { at -= 1 }
        hypotheses.insert(hypothesis, at: at)
        if hypotheses.count == capacity { least = max(0, hypotheses[capacity - 1].score) }
    }
}
