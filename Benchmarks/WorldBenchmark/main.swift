// Holds sessions over simulated recordings to their truth: planes, anchors, hit tests, interruptions, measured lengths.
// usage: WorldBenchmark [--events] [--landmarks-only] [--no-interruption] [--planes-only] [--surface-sigma METRES] [--extrinsic-sigma METRES] [--hold-lens]
//                       [--hold-focal] [--miss PIXELS] [--landmarks] [--lengths FILE.csv] [--taps] [--mesh] [--volume]
//                       [--occlusion [--pictures FOLDER]] [--scan MESH.ply [--poses POSES.tum]] RECORDING...

import Foundation
import Odometry

func median(_ values: [Double]) -> Double { values.isEmpty ? .nan : values.sorted()[values.count / 2] }
func share(_ values: [Double], at fraction: Double) -> Double {
    values.isEmpty ? .nan : values.sorted()[min(values.count - 1, Int(fraction * Double(values.count)))]
}
func mean(_ values: [Double]) -> Double { values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count) }
func text(_ value: Double, _ decimals: Int = 1) -> String { String(format: "%.\(decimals)f", value) }

func leave(_ fault: String) -> Never {
    FileHandle.standardError.write(Data("\(fault)\n".utf8))
    exit(1)
}

/// A line for each recording and one for all: lengths measured, the share that is good, also of those without a rough end and a second later, the share that is rough,
/// the number of misleading ones and of those given up; with `withEach` a line for each length.
func printTaps(_ runs: [(name: String, judge: TapJudge)], withEach: Bool) {
    func line(_ name: String, _ results: [TapJudge.Result], _ givenUp: Int, _ notBegun: Int) {
        func part(_ count: Int, of whole: Int? = nil) -> String {
            text(100 * Double(count) / Double(max(whole ?? results.count, 1))) + " %"
        }
        let ready = results.filter { !$0.isRough }
        print(
            "\(name): \(results.count) lengths, good \(part(results.count(where: \.isGood))),",
            "without a rough end \(part(ready.count(where: \.isGood), of: ready.count)),",
            "a second later \(part(results.count(where: \.isGoodLater))),",
            "rough \(part(results.count(where: \.isRough))), misleading \(results.count(where: \.isMisleading)),",
            "given up \(givenUp), not begun \(notBegun)"
        )
    }
    for (name, judge) in runs {
        line(name, judge.results, judge.givenUp, judge.notBegun)
        if withEach {
            for result in judge.results { print("  \(result.summary)") }
            print("  given up with one end set: \(judge.halfDone)")
        }
    }
    let results = runs.flatMap(\.judge.results)
    let (givenUp, notBegun) = (runs.map(\.judge.givenUp), runs.map(\.judge.notBegun))
    line("all", results, givenUp.reduce(0, +), notBegun.reduce(0, +))
    let failed = results.filter { !$0.isGood }
    printCauses(failed)
    let obstacles = runs.flatMap { run in run.judge.obstacles.flatMap { Array(repeating: $0, count: $1) } }
    printCounts("given up, by what was met most", obstacles)
    printEnds(results.flatMap(\.ends))
}

/// What made the most of the error of each reading that is not good: a row a stage, the most frequent first.
func printCauses(_ failed: [TapJudge.Result]) {
    print("| not good because of | readings | off by, median | stated, median | rough | misleading | good later |")
    print("|---|---|---|---|---|---|---|")
    let groups = Dictionary(grouping: failed, by: \.cause)
    for (stage, some) in groups.sorted(by: { ($1.value.count, $0.key.rawValue) < ($0.value.count, $1.key.rawValue) }) {
        let (errors, sigmas) = (some.map { abs($0.measured - $0.truth) }, some.map(\.sigma))
        print(
            "| \(stage.rawValue) | \(some.count) | \(text(median(errors) * 1000)) mm | \(text(median(sigmas) * 1000)) mm",
            "| \(some.count(where: \.isRough)) | \(some.count(where: \.isMisleading)) | \(some.count(where: \.isGoodLater)) |"
        )
    }
}

/// How far ends were off when they were set beside what was stated, by how they were set.
func printEnds(_ ends: [TapJudge.End]) {
    print("| end | count | error, median | stated, median | within 1 σ | within 2 σ | waited, mean |")
    print("|---|---|---|---|---|---|---|")
    for (name, some) in Dictionary(grouping: ends, by: \.manner).sorted(by: { $0.key < $1.key }) {
        let ratios = some.map { $0.error.length / max($0.sigma, 1e-9) }
        func within(_ limit: Double) -> String {
            text(100 * Double(ratios.count { $0 < limit }) / Double(ratios.count), 0) + " %"
        }
        print(
            "| \(name) | \(some.count) | \(text(median(some.map(\.error.length)) * 1000)) mm | \(text(median(some.map(\.sigma)) * 1000)) mm",
            "| \(within(1)) | \(within(2)) | \(text(mean(some.map { Double($0.waited) / 30 }))) s |"
        )
    }
}

/// How often each cause occurs, the most frequent first.
func printCounts(_ title: String, _ causes: [String]) {
    let counts = Dictionary(causes.map { ($0, 1) }, uniquingKeysWith: +)
    print("\(title): \(causes.count)")
    let ordered = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (cause, count) in ordered { print("  \(count) \(cause)") }
}

var options = WorldRun.Options()
var isInterrupting = true
var lengthFile: String?
var isJudgingOcclusion = false
var pictureFolder: String?
var scannedMesh: String?
var poses: String?
var folders: [String] = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--events": options.printsEvents = true
    case "--landmarks-only": options.growsByImages = false
    case "--extrinsic-sigma": options.extrinsicSigma = arguments.popFirst().flatMap(Double.init)
    case "--surface-sigma": options.surfaceSigma = arguments.popFirst().flatMap(Double.init)
    case "--miss": options.missPixels = arguments.popFirst().flatMap(Double.init) ?? 1
    case "--hold-lens": options.held = [.focalLength, .principalPoint, .distortion]
    case "--hold-focal": options.held = [.focalLength]
    case "--no-interruption": isInterrupting = false
    case "--planes-only":
        options.judgesPlanesAlone = true
        isInterrupting = false
    case "--taps":
        options.judgesTapsAlone = true
        isInterrupting = false
    case "--occlusion": isJudgingOcclusion = true
    case "--pictures": pictureFolder = arguments.popFirst()
    case "--scan": scannedMesh = arguments.popFirst()
    case "--poses": poses = arguments.popFirst()
    case "--volume": options.judgesThingAlone = true
    case "--mesh": options.judgesMeshAlone = true
    case "--landmarks": options.judgesLandmarks = true
    case "--lengths": lengthFile = arguments.popFirst()
    case _ where argument.hasPrefix("--"): leave("\(argument): no such option")
    default: folders.append(argument)
    }
}

/// A line for each recording and one for all.
func printOcclusion(_ folders: [String], pictures: String?) throws {
    var all = OcclusionRun.Counts()
    for folder in folders {
        let name = URL(fileURLWithPath: folder).lastPathComponent
        let run = try OcclusionRun(folder: folder, name: name, pictures: pictures)
        print("\(name): \(run.counts.summary)")
        all = all + run.counts
    }
    print("all: \(all.summary)")
}

var report = Report()
var taps: [(name: String, judge: TapJudge)] = []
var outlines: [OutlineJudge] = []
do {
    if isJudgingOcclusion {
        try printOcclusion(folders, pictures: pictureFolder)
        exit(0)
    }
    if let scannedMesh {
        guard folders.count == 1 else { leave("--scan: one recording for one mesh") }
        print(try ScanJudge(recording: folders[0], poses: poses).summary(mesh: scannedMesh))
        exit(0)
    }
    for folder in folders {
        let name = URL(fileURLWithPath: folder).lastPathComponent
        let run = try WorldRun(folder: folder, options: options)
        if options.judgesLandmarks { run.landmarks.printSummary(name) }
        if options.judgesMeshAlone {
            run.mesh.printSummary(name)
            continue
        }
        if options.judgesThingAlone {
            run.thing.printSummary(name, prints: options.printsEvents)
            continue
        }
        if options.judgesTapsAlone {
            taps.append((name, run.taps))
            outlines.append(run.outlines)
            continue
        }
        report.add(name, run)
        guard isInterrupting, run.truth.motion == "tabletop" else { continue }
        var broken = options
        broken.interruption = 12..<17
        report.addInterrupted(name, try WorldRun(folder: folder, options: broken))
    }
    if options.judgesTapsAlone {
        printTaps(taps, withEach: options.printsEvents)
        OutlineJudge.print(outlines)
        exit(0)
    }
    if options.judgesMeshAlone || options.judgesThingAlone { exit(0) }
    report.printAll()
    if let lengthFile { try report.lengthTable.write(toFile: lengthFile, atomically: true, encoding: .utf8) }
} catch {
    leave("\(error)")
}
