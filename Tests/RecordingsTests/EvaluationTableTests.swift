import Foundation
import Geometry
import Testing

@testable import Recordings

@Suite("Whole data sets beside published results")
struct EvaluationTableTests {
    static func evaluation(_ name: String, error: Double, interruption: String? = nil) throws -> SequenceEvaluation {
        let times = #"{"mean": 2.5, "p50": 2.4, "p95": 3.1, "max": 5}"#
        let end = interruption.map { #", "interruption": "\#($0)""# } ?? ""
        let text = """
            {"name": "\(name)", "imageCount": 100, "positionError": \(error), "scalePercent": 1.5, "pathLength": 30,
            "normalizedSquaredError": 1.2, "firstPoseSeconds": 0.5, "coverage": 0.996, "lostCount": 0,
            "millisecondsPerFrame": \(times)\(end)}
            """
        return try JSONDecoder().decode(SequenceEvaluation.self, from: Data(text.utf8))
    }

    static let folders = [
        "MH_01_easy", "MH_02_easy", "MH_03_medium", "MH_04_difficult", "MH_05_difficult", "V1_01_easy", "V1_02_medium",
        "V1_03_difficult", "V2_01_easy", "V2_02_medium", "V2_03_difficult",
    ]

    @Test("a sequence of EuRoC is known by its folder")
    func names() {
        #expect(Self.folders.compactMap(PublishedResult.eurocSequence(ofFolder:)) == PublishedResult.eurocSequences)
        #expect(PublishedResult.eurocSequence(ofFolder: "V1_011") == nil)
        #expect(PublishedResult.eurocSequence(ofFolder: "kitchen") == nil)
    }

    @Test("the published sequences have the published mean")
    func publishedMeans() throws {
        for result in PublishedResult.euroc where !result.errors.isEmpty {
            #expect(Set(result.errors.keys) == Set(PublishedResult.eurocSequences))
            let mean = result.errors.values.reduce(0, +) / Double(result.errors.count)
            #expect(abs(mean - (try #require(result.mean))) < 0.001)
        }
    }

    @Test("a row has the sequence's figures beside the published one")
    func row() throws {
        let table = EvaluationTable([try Self.evaluation("MH_05_difficult", error: 0.103)])
        let row = "| MH_05_difficult | 0.103 | 1.5 | 1.2 | 0.5 | 100 % | 0 | 2.5, 3.1 | 0.426 |"
        #expect(table.markdown.contains(row), "\(table.markdown)")
        #expect(table.markdown.contains("not all were run"))
    }

    @Test("a mean needs all eleven sequences, read to their end")
    func mean() throws {
        var results = try Self.folders.map { try Self.evaluation($0, error: 0.2) }
        #expect(abs((try #require(EvaluationTable(results).eurocMean)) - 0.2) < 1e-9)
        results[3] = try Self.evaluation(Self.folders[3], error: 0.01, interruption: "cut off")
        #expect(EvaluationTable(results).eurocMean == nil)
        #expect(EvaluationTable(results).markdown.contains("MH_04_difficult (breaks off)"))
        results.removeLast()
        #expect(EvaluationTable(results).eurocMean == nil)
    }
}
