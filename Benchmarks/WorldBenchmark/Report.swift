import Foundation
import WorldTracking

/// The figures of all runs as tables.
struct Report {
    private var runs: [(name: String, run: WorldRun)] = []
    private var interrupted: [(name: String, run: WorldRun)] = []

    mutating func add(_ name: String, _ run: WorldRun) {
        runs.append((name, run))
        let table = run.planes.found.first { $0.name == "table" }
        let lengths = run.lengths.map { judge in
            let errors = judge.lengths.map { abs($0.measured - $0.truth) / $0.truth }
            return
                "\(judge.aim.rawValue) \(errors.count), \(text(mean(errors) * 100, 2)) %, \(judge.refusedCount) off planes"
        }
        let facts = [
            "\(name): tracked \(text(run.trackedShare * 100, 0)) %",
            "first plane \(text(run.firstPlaneSeconds ?? .nan)) s",
            "\(run.planes.found.count) planes, \(run.planes.found.count { $0.name == nil }) of them nothing real, "
                + "\(run.removedPlanes) removed, \(run.mergedPlanes) merged",
            "table \(text((table?.offset ?? .nan) * 1000)) mm, \(text(table?.normalDegrees ?? .nan, 2))°, sides "
                + (table?.sides.map { text($0 * 100) } ?? []).joined(separator: " ")
                + " cm, covered \(text((table?.covered ?? .nan) * 100, 0)) %, "
                + "of what stands on it \(text((table?.swallowed ?? .nan) * 100, 0)) % taken for it",
            "anchors \(text(median(run.anchors.errors) * 1000)) mm",
            "lengths to " + lengths.joined(separator: ", to "),
            "scale \(text(run.planes.scaleError * 100, 2)) ± \(text(run.scaleSigma * 100, 2)) %, focal length "
                + text(run.focalLength),
            "ate \(text(run.planes.trajectoryError * 1000)) mm",
            "closing \(text(run.closingError * 100)) cm",
            "world \(text(mean(run.worldMilliseconds), 2)) ms, at most \(text(run.worldMilliseconds.max() ?? .nan))",
        ]
        print(facts.joined(separator: "; "))
    }

    mutating func addInterrupted(_ name: String, _ run: WorldRun) {
        interrupted.append((name, run))
        let found = run.relocalizedSeconds.first { $0 > 17 }.map { $0 - 17 }
        let shift = run.anchors.shift(from: 11..<12, to: 17 + (found ?? 0) + 0.5..<17 + (found ?? 0) + 3.5)
        print(
            "  interrupted from 12 s to 17 s: pose after \(text(run.returnSeconds ?? .nan, 2)) s, recognised after "
                + "\(text(found ?? .nan, 2)) s, anchors moved by \(text((shift ?? .nan) * 1000)) mm"
        )
    }

    func printAll() {
        printLengths()
        printPlanes()
        OutlineJudge.print(runs.map(\.run.outlines))
        printHits()
    }

    /// All lengths as a table for a plot.
    var lengthTable: String {
        var lines = ["recording,device,aim,truth,measured,sigma,distance,planes,drawn,ready"]
        for (name, run) in runs {
            for judge in run.lengths {
                for length in judge.lengths {
                    let numbers = [length.truth, length.measured, length.sigma, length.distance].map { text($0, 5) }
                    let facts = [name, run.truth.kind, judge.aim.rawValue] + numbers
                    let flags = "\(length.isOnPlanes ? 1 : 0),\(length.drawn),\(length.isReady ? 1 : 0)"
                    lines.append((facts + [flags]).joined(separator: ","))
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func printLengths() {
        for kind in Set(runs.map(\.run.truth.kind)).sorted() {
            for aim in LengthJudge.Aim.allCases { printLengths(kind, aim) }
        }
    }

    private func judges(_ kind: String, _ aim: LengthJudge.Aim) -> [LengthJudge] {
        runs.filter { $0.run.truth.kind == kind }.flatMap(\.run.lengths).filter { $0.aim == aim }
    }

    private func printLengths(_ kind: String, _ aim: LengthJudge.Aim) {
        if aim.snaps { printMisses(kind, aim) }
        let all = judges(kind, aim).flatMap(\.lengths)
        print(
            "\n| \(kind), \(aim.rawValue): length | from | count | mean error | too long by | within 1 σ | within 2 σ |\n|---|---|---|---|---|---|---|"
        )
        for (low, high) in [(0.1, 0.3), (0.3, 1), (1, 3), (0.1, 3)] {
            for (near, far) in [(0, 0.8), (0.8, 1.5), (1.5, 9), (0, 9)] {
                printRow(
                    all.filter { $0.truth >= low && $0.truth < high && $0.distance >= near && $0.distance < far },
                    low,
                    high,
                    near,
                    far
                )
            }
        }
        printEnds(kind, aim)
        let best = all.filter(\.isOnPlanes)
        print("both ends on found planes:")
        printRow(best, 0.1, 3, 0, 9)
    }

    /// By how much ends are too far, by how high their places lie: what lies on a table is not all of one height.
    private func printEnds(_ kind: String, _ aim: LengthJudge.Aim) {
        let byMillimetre = Dictionary(grouping: judges(kind, aim).flatMap(\.ends)) { ($0.height * 1000).rounded() }
        for (height, ends) in byMillimetre.sorted(by: { $0.key < $1.key }) where ends.count > 20 {
            print(
                "ends \(text(height, 0)) mm high: \(ends.count), too far by \(text(median(ends.map(\.excess)) * 100, 2)) % (median)"
            )
        }
    }

    /// How far ends are off by what they were drawn to and how far; more than 1.5 pixels is taken for the wrong thing.
    private func printMisses(_ kind: String, _ aim: LengthJudge.Aim) {
        let misses = judges(kind, aim).flatMap(\.misses)
        print(
            "\n| \(kind), \(aim.rawValue): drawn | by | ends | off, median | an axis | over 1.5 pixels off |\n|---|---|---|---|---|---|"
        )
        for (drawn, name) in ["to nothing", "to a corner", "to an edge"].enumerated() {
            for (low, high) in drawn == 1 ? [(0, 1), (1, 2), (2, 4), (0, 9)] : [(0.0, 9.0)] {
                let offs = misses.filter { $0.kind == drawn && $0.moved >= low && $0.moved < high }.map(\.off)
                guard !offs.isEmpty else { continue }
                let by = drawn == 0 ? "" : high > 8 ? "any" : "\(text(low, 0))–\(text(high, 0)) px"
                print(
                    "| \(name) | \(by) | \(offs.count) of \(misses.count) | \(text(median(offs), 2)) px "
                        + "| \(text((mean(offs.map { $0 * $0 }) / 2).squareRoot(), 2)) px "
                        + "| \(text(100 * Double(offs.count { $0 > 1.5 }) / Double(offs.count), 0)) % |"
                )
            }
        }
    }

    private func printRow(_ some: [LengthJudge.Length], _ low: Double, _ high: Double, _ near: Double, _ far: Double) {
        guard some.count > 4 else { return }
        let errors = some.map { abs($0.measured - $0.truth) }
        let relative = zip(some, errors).map { $1 / $0.truth }
        let signed = some.map { $0.measured / $0.truth - 1 }
        let one = Double(zip(some, errors).count { $1 < $0.sigma }) / Double(some.count)
        let two = Double(zip(some, errors).count { $1 < 2 * $0.sigma }) / Double(some.count)
        let from = far > 8 ? (near == 0 ? "all" : "over \(text(near)) m") : "\(text(near))–\(text(far)) m"
        print(
            "| \(text(low))–\(text(high)) m | \(from) | \(some.count) | \(text(mean(relative) * 100, 2)) % | \(text(mean(signed) * 100, 2)) % "
                + "| \(text(100 * one, 0)) % | \(text(100 * two, 0)) % |"
        )
    }

    private func printPlanes() {
        print(
            "\n| plane | found | place, median | normal, median | side past what was shown, median | covered |\n|---|---|---|---|---|---|"
        )
        let found = runs.flatMap(\.run.planes.found)
        for name in Set(found.map { $0.name ?? "nothing real" }).sorted() {
            let some = found.filter { ($0.name ?? "nothing real") == name }
            print(
                "| \(name) | \(some.count) | \(text(median(some.map { abs($0.offset) }) * 1000)) mm "
                    + "| \(text(median(some.map(\.normalDegrees)), 2))° | \(text(median(some.flatMap(\.sides)) * 100)) cm "
                    + "| \(text(median(some.map(\.covered)) * 100, 0)) % |"
            )
        }
    }

    private func printHits() {
        print(
            "\n| hit | count | error, median | of the distance | within 1 σ | within 2 σ |\n|---|---|---|---|---|---|"
        )
        let hits = runs.flatMap(\.run.hits.hits)
        for name in Set(hits.map(\.type.name)).sorted() { printHits(hits.filter { $0.type.name == name }, name) }
        printHits(hits, "all")
        print("nothing was hit by \(runs.reduce(0) { $0 + $1.run.hits.missedCount }) rays")
    }

    private func printHits(_ some: [HitJudge.Hit], _ name: String) {
        let one = Double(some.count { $0.normalized < HitJudge.oneSigma }) / Double(max(1, some.count))
        let two = Double(some.count { $0.normalized < HitJudge.twoSigma }) / Double(max(1, some.count))
        print(
            "| \(name) | \(some.count) | \(text(median(some.map(\.error)) * 1000)) mm "
                + "| \(text(median(some.map { $0.error / $0.distance }) * 100, 2)) % | \(text(100 * one, 0)) % | \(text(100 * two, 0)) % |"
        )
    }
}
