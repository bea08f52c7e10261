import Foundation

/// The inputs that a fuzzer starts with, those of crashes that were kept included, and what a check says of them without the fuzzer.
public struct KeptInputs: Sendable {
    /// The inputs, by the names of their files.
    public let inputs: [[UInt8]]

    /// The inputs of a folder of `Fuzz/seeds`; none if there is no such folder.
    public init(of folder: String) {
        let folder = URL(fileURLWithPath: "Fuzz/seeds/" + folder)
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        inputs = (files ?? []).sorted { $0.path < $1.path }.compactMap { try? Array(Data(contentsOf: $0)) }
    }

    /// The first error of a check over all inputs as they are, with its input; nil if there is none.
    public func error(_ check: ([UInt8]) -> String?) -> String? {
        for input in inputs { if let error = check(input) { return "\(error): \(input)" } }
        return nil
    }

    /// The first error over a number of mutations of the inputs; the same ones for the same generator.
    public func error(
        mutations count: Int,
        generator: some RandomNumberGenerator,
        _ check: ([UInt8]) -> String?
    ) -> String? {
        var mutator = InputMutator(seeds: inputs, generator: generator)
        for round in 0..<count {
            let input = mutator.mutated(round)
            if let error = check(input) { return "\(error): \(input)" }
        }
        return nil
    }
}
