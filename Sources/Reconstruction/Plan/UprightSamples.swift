import Geometry

/// A small piece of an upright surface, seen from above.
struct UprightSample {
    let point: Vector2
    /// Above the floor, metres.
    let height: Double
    /// Into the room.
    let normal: Vector2
    /// m².
    let area: Double
}

/// A line that walls stand on.
struct WallLine {
    /// Unit, into the room.
    var normal: Vector2
    /// The points p of the line have dot(normal, p) = offset, metres.
    var offset: Double
    /// The standard deviation of the offset, metres.
    var offsetSigma: Double
    /// What was seen of it.
    var samples: [UprightSample]

    var along: Vector2 { Vector2(normal.y, -normal.x) }

    func signedDistance(_ p: Vector2) -> Double { dot(normal, p) - offset }

    /// Where two lines meet; nil if they are parallel.
    func intersection(_ other: WallLine) -> Vector2? {
        let sine = cross(normal, other.normal)
        guard abs(sine) > 0.1 else { return nil }
        return Vector2(
            (offset * other.normal.y - other.offset * normal.y) / sine,
            (other.offset * normal.x - offset * other.normal.x) / sine
        )
    }
}

/// Finds the lines of walls: peaks of direction, then peaks of distance, then a fit.
struct WallLineFinder {
    /// The weights of the search; all by hand on simulated rooms.
    struct Tuning {
        /// Surfaces belong to a direction within this angle, radians; 0.1…0.3.
        var directionTolerance = 0.2
        /// Surfaces belong to a line within this distance, metres; 0.03…0.08.
        var lineTolerance = 0.05
        /// A line needs this much surface, m²; 0.3…1.
        var minimumArea = 0.4
        /// A wall rises above furniture, metres above the floor; 1…1.6.
        var minimumTop = 1.2
        /// Lines of one direction are at least this far apart, metres; 0.1…0.3.
        var minimumSpacing = 0.15
        /// The error that all depths of a wall share, as a fraction of the distance that it was seen from.
        ///
        /// Unit: fraction. Range: 0.002…0.005. Origin: the median error of depth maps with true poses, simulated seeds 11 and 12.
        var sharedError = 0.0033
    }

    /// A camera farther away shows nothing of a wall, metres.
    private static let reach = Double(VolumeConfiguration().maximumDepth)

    let tuning: Tuning
    let samples: [UprightSample]
    /// Where the camera was.
    let viewpoints: [Vector2]

    func lines() -> [WallLine] {
        var lines: [WallLine] = []
        for direction in directions() { lines += self.lines(facing: direction) }
        return merged(lines).map { line in
            let shared = tuning.sharedError * distance(of: line)
            var line = line
            line.offsetSigma = (line.offsetSigma * line.offsetSigma + shared * shared).squareRoot()
            return line
        }
    }

    /// How far away the camera was in the mean while a line was within its reach, metres.
    private func distance(of line: WallLine) -> Double {
        let distances = viewpoints.map { line.signedDistance($0) }.filter { $0 > 0 && $0 < Self.reach }
        guard !distances.isEmpty else { return Self.reach }
        return distances.reduce(0, +) / Double(distances.count)
    }

    /// The angles that walls face, by area; one histogram bin is two degrees.
    private func directions() -> [Double] {
        let count = 180
        var bins = [Double](repeating: 0, count: count)
        for sample in samples {
            let angle = Double.arcTangent(y: sample.normal.y, x: sample.normal.x)
            let bin = Int(((angle + .pi) / (2 * .pi) * Double(count)).rounded(.down))
            bins[(bin % count + count) % count] += sample.area
        }
        let smooth = bins.indices.map { i in
            (-3...3).reduce(0.0) { $0 + bins[(i + $1 + count) % count] * Double(4 - abs($1)) / 16 }
        }
        let highest = smooth.max() ?? 0
        return smooth.indices.filter { i in
            smooth[i] > max(0.02 * highest, 0.01)
                && (-4...4).allSatisfy {
                    $0 == 0 || smooth[(i + $0 + count) % count] < smooth[i] + ($0 < 0 ? 0 : 1e-12)
                }
        }.map { (Double($0) + 0.5) / Double(count) * 2 * .pi - .pi }
    }

    private func lines(facing angle: Double) -> [WallLine] {
        let normal = Vector2(.cosine(of: angle), .sine(of: angle))
        let least = Double.cosine(of: tuning.directionTolerance)
        let facing = samples.filter { dot($0.normal, normal) > least }
        guard let first = facing.map({ dot($0.point, normal) }).min() else { return [] }
        let step = 0.02
        var bins: [Double] = []
        for sample in facing {
            let bin = Int((dot(sample.point, normal) - first) / step)
            guard bin < 100_000 else { continue }
            if bin >= bins.count { bins += [Double](repeating: 0, count: bin - bins.count + 1) }
            bins[bin] += sample.area
        }
        let smooth = bins.indices.map { i in
            (max(0, i - 2)...min(bins.count - 1, i + 2)).reduce(0.0) { $0 + bins[$1] }
        }
        var lines: [WallLine] = []
        for i in smooth.indices.sorted(byKey: { -smooth[$0] }) {
            guard smooth[i] > tuning.minimumArea / 2 else { break }
            let offset = first + (Double(i) + 0.5) * step
            guard lines.allSatisfy({ abs($0.offset - offset) > tuning.minimumSpacing }) else { continue }
            if let line = fitted(facing, normal, offset) { lines.append(line) }
        }
        return lines
    }

    /// Total least squares through the surfaces near a line, twice, with the surfaces' areas as weights.
    private func fitted(_ facing: [UprightSample], _ normal: Vector2, _ offset: Double) -> WallLine? {
        var line = WallLine(normal: normal, offset: offset, offsetSigma: 0, samples: [])
        for _ in 0..<2 {
            line.samples = facing.filter { abs(line.signedDistance($0.point)) < tuning.lineTolerance }
            let area = line.samples.reduce(0) { $0 + $1.area }
            guard area > tuning.minimumArea, (line.samples.map { $0.height }.max() ?? 0) > tuning.minimumTop else {
                return nil
            }
            let mean = line.samples.reduce(Vector2.zero) { $0 + $1.point * $1.area } / area
            var (xx, xy, yy) = (0.0, 0.0, 0.0)
            for sample in line.samples {
                let d = sample.point - mean
                xx += d.x * d.x * sample.area
                xy += d.x * d.y * sample.area
                yy += d.y * d.y * sample.area
            }
            let turn = Double.arcTangent(y: 2 * xy, x: xx - yy) / 2
            var across = Vector2(-.sine(of: turn), .cosine(of: turn))
            if dot(across, normal) < 0 { across = -across }
            guard dot(across, normal) > 0.9 else { return nil }
            let variance =
                max(0, dot(across, Vector2(xx * across.x + xy * across.y, xy * across.x + yy * across.y))) / area
            line.normal = across
            line.offset = dot(across, mean)
            // Errors of depth agree over about 20 cm: one independent reading per 0.04 m².
            line.offsetSigma = (variance / max(1, area / 0.04)).squareRoot() + 0.001
        }
        return line
    }

    /// Without the weaker of two lines that mean the same wall: found from two neighbouring directions.
    private func merged(_ lines: [WallLine]) -> [WallLine] {
        var kept: [WallLine] = []
        let area = { (line: WallLine) in line.samples.reduce(0) { $0 + $1.area } }
        for line in lines.sorted(byKey: { -area($0) }) {
            let isKnown = kept.contains { other in
                dot(other.normal, line.normal) > 0.95
                    && line.samples.reduce(
                        0.0,
                        { $0 + ($1.area) * (abs(other.signedDistance($1.point)) < 2 * tuning.lineTolerance ? 1 : 0) }
                    )
                        > 0.5 * area(line)
            }
            if !isKnown { kept.append(line) }
        }
        return kept
    }
}
