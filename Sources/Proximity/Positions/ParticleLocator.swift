import RealModule

/// Position by a particle filter on a floor plan: particles do not cross walls and are weighted by the received levels.
///
/// Sequential importance resampling (Gordon, Salmond, Smith, "Novel approach to nonlinear/non-Gaussian Bayesian state
/// estimation", IEE Proceedings F, 1993) with systematic resampling; levels are weighted by a Student t density, so
/// that a single outlier does not displace the position.
public struct ParticleLocator<Field: SignalField>: Sendable {
    /// The usual speed of a walk, m/s, one sigma in each direction; each particle has its own pace, so that the filter
    /// learns whether somebody strolls or hurries.
    public var speed: Double
    /// The number of successive readings that count as one, since shadowing changes slowly.
    public var correlation: Double
    /// The share of particles that are drawn anew over the floor at each update, so that the filter can recover.
    public var renewal = 0.01

    private var field: Field
    private let plan: FloorPlan
    private let walk: WalkTuning
    private var generator: SeededGenerator
    private var particles: [Particle]
    private var time: Int64?

    /// How far somebody gets while it is found out that they have changed floors, m, one sigma.
    private static var startSpread: Double { 4 }

    private struct Particle: Sendable {
        var position: SIMD2<Double>
        var velocity: SIMD2<Double>
        var pace: Double
        var weight: Double
    }

    /// Creates a filter with particles all over the floor; half of them near an estimate if there is one.
    public init(
        field: Field,
        plan: FloorPlan,
        count: Int = 600,
        seed: UInt64,
        speed: Double = 1,
        correlation: Double = 1,
        walk: WalkTuning = WalkTuning(),
        near start: PositionEstimate? = nil
    ) {
        self.field = field
        self.plan = plan
        self.walk = walk
        self.speed = speed
        self.correlation = correlation
        var generator = SeededGenerator(seed: seed)
        particles = (0..<Swift.max(count, 1)).map { _ in
            Particle(
                position: plan.randomPoint(using: &generator),
                velocity: .zero,
                pace: walk.randomPace(using: &generator),
                weight: 1 / Double(count)
            )
        }
        if let start {
            let spread = start.ellipse.semiMajor + Self.startSpread
            for index in particles.indices where index.isMultiple(of: 2) {
                let offset = SIMD2(generator.gaussian(), generator.gaussian()) * spread
                particles[index].position = plan.clamped(start.position + offset)
            }
        }
        self.generator = generator
    }

    /// Processes the levels received since the last update, one per station, and returns the walker's position.
    public mutating func update(_ readings: [StationReading], at nanoseconds: Int64) -> PositionEstimate {
        let elapsed = Swift.min(Swift.max(Double(nanoseconds - (time ?? nanoseconds)) * 1e-9, 0), 10)
        time = nanoseconds
        for index in particles.indices { particles[index] = moved(particles[index], elapsed) }
        let usable = readings.filter { (0..<field.stationCount).contains($0.station) && $0.level.mean.isFinite }
        weigh(usable)
        let found = estimate
        let places = particles.map { WeightedPlace(position: $0.position, weight: $0.weight) }
        field.learn(from: usable, among: places, seconds: elapsed)
        if effectiveCount < Double(particles.count) / 2 { resample() }
        return found
    }

    private mutating func moved(_ particle: Particle, _ elapsed: Double) -> Particle {
        guard elapsed > 0 else { return particle }
        var particle = particle
        particle.pace = walk.pace(particle.pace, after: elapsed, using: &generator)
        // Velocities lose their direction and keep the pace.
        let memory = Double.exp(-elapsed / walk.persistence)
        let kick = speed * particle.pace * (1 - memory * memory).squareRoot()
        let noise = SIMD2(generator.gaussian(), generator.gaussian())
        particle.velocity = particle.velocity * memory + noise * kick
        let target = particle.position + particle.velocity * elapsed
        if plan.isPassable(particle.position, target) {
            particle.position = target
        } else {
            particle.velocity = .zero
        }
        return particle
    }

    private mutating func weigh(_ readings: [StationReading]) {
        var best = -Double.infinity
        var logWeights = particles.map { Double.log($0.weight) }
        for index in particles.indices {
            for reading in readings {
                let expected = field.expectation(station: reading.station, at: particles[index].position)
                let residual = reading.level.mean - expected.mean
                let variance = expected.variance + reading.level.variance
                // Student t, four degrees of freedom, tempered because readings are correlated.
                let density = -2.5 * Double.log(1 + residual * residual / (4 * variance)) - 0.5 * Double.log(variance)
                logWeights[index] += density / correlation
            }
            best = Swift.max(best, logWeights[index])
        }
        var sum = 0.0
        for index in particles.indices {
            particles[index].weight = Double.exp(logWeights[index] - best)
            sum += particles[index].weight
        }
        for index in particles.indices { particles[index].weight = Swift.max(particles[index].weight / sum, 1e-300) }
    }

    private var effectiveCount: Double { 1 / particles.reduce(0) { $0 + $1.weight * $1.weight } }

    private mutating func resample() {
        let count = particles.count
        let step = 1 / Double(count)
        var (target, cumulative, source) = (Double.random(in: 0..<step, using: &generator), particles[0].weight, 0)
        particles = (0..<count).map { _ in
            while cumulative < target, source < count - 1 {
                source += 1
                cumulative += particles[source].weight
            }
            target += step
            var particle = particles[source]
            particle.weight = step
            return particle
        }
        for index in particles.indices where Double.random(in: 0..<1, using: &generator) < renewal {
            particles[index].position = plan.randomPoint(using: &generator)
        }
    }

    private var estimate: PositionEstimate {
        let mean = particles.reduce(SIMD2<Double>.zero) { $0 + $1.position * $1.weight }
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        for particle in particles {
            let offset = particle.position - mean
            xx += particle.weight * offset.x * offset.x
            yy += particle.weight * offset.y * offset.y
            xy += particle.weight * offset.x * offset.y
        }
        return PositionEstimate(position: mean, covariance: (xx: xx, yy: yy, xy: xy))
    }
}
