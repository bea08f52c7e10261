/// Published position errors on the sequences of a data set: one camera with an inertial sensor, metres.
public struct PublishedResult: Equatable, Sendable {
    /// The system, and whether it closes loops.
    public let system: String
    /// The system's paper.
    public let source: String
    /// The error of each sequence, by the short name of the sequence, such as `MH_01`; empty if only the mean is known.
    public let errors: [String: Double]
    /// The mean over all sequences of the data set; nil if only single errors are known.
    public let mean: Double?

    /// The sequences of EuRoC.
    public static let eurocSequences = [
        "MH_01", "MH_02", "MH_03", "MH_04", "MH_05", "V1_01", "V1_02", "V1_03", "V2_01", "V2_02", "V2_03",
    ]

    /// Results on EuRoC's eleven sequences, collected in November 2026 from papers and repositories.
    public static let euroc = [
        PublishedResult(
            system: "OpenVINS, causal, without loops",
            source: "P. Geneva et al., ICRA 2020",
            errors: [
                "MH_01": 0.132, "MH_02": 0.124, "MH_03": 0.141, "MH_04": 0.197, "MH_05": 0.426, "V1_01": 0.058,
                "V1_02": 0.067, "V1_03": 0.068, "V2_01": 0.124, "V2_02": 0.062, "V2_03": 0.195,
            ],
            mean: 0.145
        ),
        PublishedResult(
            system: "VINS-Mono, with loops",
            source: "T. Qin, P. Li, S. Shen, IEEE Transactions on Robotics, 2018",
            errors: [:],
            mean: 0.110
        ),
        PublishedResult(
            system: "DM-VIO, photometric",
            source: "L. von Stumberg, D. Cremers, IEEE Robotics and Automation Letters, 2022",
            errors: [:],
            mean: 0.069
        ),
        PublishedResult(
            system: "ORB-SLAM3, with loops and a map, not causal",
            source: "C. Campos et al., IEEE Transactions on Robotics, 2021",
            errors: [:],
            mean: 0.042
        ),
    ]

    /// The short name of a sequence: `MH_05_difficult` is `MH_05`, `V1_01_easy` is `V1_01`; nil for a folder that is
    /// not a sequence of EuRoC.
    public static func eurocSequence(ofFolder name: String) -> String? {
        eurocSequences.first { name == $0 || name.hasPrefix($0 + "_") }
    }
}
