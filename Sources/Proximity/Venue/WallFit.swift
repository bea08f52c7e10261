/// The walls' losses as a survey shows them, fitted together with each receiver's power and exponent.
///
/// Regularised least squares; a wall that nothing was received through keeps the loss that the plan says.
struct WallFit {
    /// What is expected before the survey.
    struct Tuning {
        /// A wall's loss against what the plan says, one sigma.
        ///
        /// Unit: dB. Range: 4…8. Origin: boards take 3 dB, concrete 12 to 15.
        var lossSigma = 6.0
        /// The exponent that is expected.
        ///
        /// Unit: 1. Range: 1.6…2.4. Origin: that of `PathLossFit`.
        var exponent = 2.0
        /// The exponent's sigma.
        ///
        /// Unit: 1. Range: 0.3…0.5. Origin: that of `PathLossFit`.
        var exponentSigma = 0.5
        /// A receiver's power against that of the beacon, one sigma: hardly a restriction.
        ///
        /// Unit: dB. Range: 10…20. Origin: by hand.
        var powerSigma = 15.0
        /// The scatter of a place's mean level, one sigma.
        ///
        /// Unit: dB. Range: 4…7. Origin: that of `VenueRadio`.
        var shadowing = 6.0
        /// The scatter of a single packet, one sigma.
        ///
        /// Unit: dB. Range: 4…6. Origin: that of `SurveyedField`.
        var packetSigma = 5.0
        /// The losses that are believed.
        ///
        /// Unit: dB. Range: 0…40. Origin: a wall amplifies nothing, and through 40 dB nothing is received.
        var losses = 0.0...40.0
    }

    /// A sample of one receiver.
    struct Link {
        var station: Int
        /// Ten times the logarithm of the distance.
        var decades: Double
        /// The walls between, by their place in the plan.
        var walls: [Int]
        /// The level relative to the tag's power at 1 m, dB.
        var level: Double
        /// How many packets it stands for.
        var count: Double
    }

    private let tuning = Tuning()

    /// The plan's walls with the losses that fit the links best.
    func walls(of plan: FloorPlan, stationCount: Int, links: [Link]) -> [Wall] {
        let (firstWall, order) = (2 * stationCount, 2 * stationCount + plan.walls.count)
        var matrix = [Double](repeating: 0, count: order * order)
        var right = [Double](repeating: 0, count: order)
        for index in 0..<order {
            let (mean, sigma) =
                if index >= firstWall {
                    (plan.walls[index - firstWall].loss, tuning.lossSigma)
                } else if index.isMultiple(of: 2) {
                    (0.0, tuning.powerSigma)
                } else {
                    (tuning.exponent, tuning.exponentSigma)
                }
            matrix[index * order + index] = 1 / (sigma * sigma)
            right[index] = mean / (sigma * sigma)
        }
        for link in links {
            let packets = tuning.packetSigma * tuning.packetSigma / Swift.max(link.count, 1)
            let weight = 1 / (tuning.shadowing * tuning.shadowing + packets)
            // level = power − decades · exponent − the walls' losses.
            let row =
                [(2 * link.station, 1.0), (2 * link.station + 1, -link.decades)]
                + link.walls.map { (firstWall + $0, -1.0) }
            for (index, value) in row {
                for (other, factor) in row { matrix[index * order + other] += value * factor * weight }
                right[index] += value * link.level * weight
            }
        }
        guard let found = CholeskyFactor(matrix, order: order)?.solve(right) else { return plan.walls }
        return plan.walls.enumerated().map { index, wall in
            var wall = wall
            let loss = found[firstWall + index]
            wall.loss = Swift.min(Swift.max(loss, tuning.losses.lowerBound), tuning.losses.upperBound)
            return wall
        }
    }
}
