import RealModule

/// Decides on which floor somebody is: the forward recursion of a hidden Markov chain over the floors, and a decision
/// that has hysteresis.
///
/// Rabiner, "A tutorial on hidden Markov models and selected applications in speech recognition", Proceedings of the
/// IEEE 77, 1989, eq. 19 and 20.
struct FloorFilter: Sendable {
    /// How people change floors, and when a change is believed.
    struct Tuning: Sendable {
        /// How often somebody takes the stairs to the next floor.
        ///
        /// Unit: 1/s. Range: 1/300…1/30. Origin: by hand; a flight of stairs takes 10 to 15 s.
        var stairsRate = 1.0 / 60
        /// How often somebody gets to a floor that is not the next one, by a lift.
        ///
        /// Unit: 1/s. Range: 1/3000…1/300. Origin: by hand.
        var liftRate = 1.0 / 600
        /// The time whose levels count as one: it takes some steps to come out of a shadow.
        ///
        /// Unit: s. Range: 2…5. Origin: a shadow is some 6 m long (`RadioConditions.shadowingLength`), a step a second.
        var correlationSeconds = 3.0
        /// The most that one second says for a floor against another, as a difference of logarithms.
        ///
        /// Unit: 1. Range: 2…6. Origin: by hand; one second alone never decides.
        var mostEvidence = 4.0
        /// The probability above which another floor is taken.
        ///
        /// Unit: 1. Range: 0.8…0.95. Origin: by hand; the floor before is less likely than 10 % then.
        var changeProbability = 0.9
    }

    /// The probability of each floor.
    private(set) var probabilities: [Double]
    /// The floor that is taken, by its place among the floors; `nil` before anything was received.
    private(set) var decided: Int?
    private let levels: [Int]
    private let tuning: Tuning

    /// A filter over floors of these levels, which are ascending; all are as likely at first.
    init(levels: [Int], tuning: Tuning = Tuning()) {
        self.levels = levels
        self.tuning = tuning
        probabilities = [Double](repeating: 1 / Double(Swift.max(levels.count, 1)), count: levels.count)
    }

    /// The probability of the floor that is taken.
    var probability: Double { decided.map { probabilities[$0] } ?? 0 }

    /// Lets some seconds pass, and takes the logarithms of the likelihoods of what was received in them, one a floor;
    /// `nil` if nothing was received.
    mutating func update(_ logLikelihoods: [Double]?, seconds: Double) {
        predict(seconds: Swift.min(Swift.max(seconds, 0), 10))
        if let logLikelihoods { weigh(logLikelihoods, seconds: seconds) }
        guard let likeliest = probabilities.indices.max(by: { probabilities[$0] < probabilities[$1] }) else { return }
        guard let decided else {
            if logLikelihoods != nil { decided = likeliest }
            return
        }
        if likeliest != decided, probabilities[likeliest] > tuning.changeProbability { self.decided = likeliest }
    }

    private mutating func predict(seconds: Double) {
        let before = probabilities
        for (to, level) in levels.enumerated() {
            var moved = 0.0
            for from in levels.indices where from != to {
                let rate = abs(from - to) == 1 && abs(levels[from] - level) == 1 ? tuning.stairsRate : tuning.liftRate
                let share = 1 - Double.exp(-rate * seconds)
                moved += share * (before[from] - before[to])
            }
            probabilities[to] = Swift.max(before[to] + moved, 0)
        }
        normalise()
    }

    private mutating func weigh(_ logLikelihoods: [Double], seconds: Double) {
        let best = logLikelihoods.reduce(-Double.infinity) { Swift.max($0, $1) }
        guard best.isFinite else { return }
        let share = 1 / Swift.max(tuning.correlationSeconds / Swift.max(seconds, 1), 1)
        for index in probabilities.indices {
            let evidence = Swift.max((logLikelihoods[index] - best) * share, -tuning.mostEvidence)
            probabilities[index] *= Double.exp(evidence)
        }
        normalise()
    }

    private mutating func normalise() {
        let sum = probabilities.reduce(0, +)
        guard sum > 0 else { return }
        for index in probabilities.indices { probabilities[index] /= sum }
    }
}
