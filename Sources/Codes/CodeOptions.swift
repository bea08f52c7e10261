/// The kinds of codes that a detector finds.
public struct CodeKinds: OptionSet, Sendable {
    /// The kinds as bits.
    public let rawValue: UInt8

    /// Creates a set from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// QR codes, versions 1 to 40.
    public static let qr = CodeKinds(rawValue: 1)
    /// AprilTags of the family 36h11.
    public static let aprilTag36h11 = CodeKinds(rawValue: 2)
    /// Both.
    public static let all: CodeKinds = [.qr, .aprilTag36h11]
}

/// The options of a detector.
public struct CodeOptions: Sendable {
    /// The kinds of codes.
    public var kinds = CodeKinds.all
    /// Whether images of up to two million pixels are also searched at twice their size, for modules of two pixels.
    public var searchesSmallModules = true
    /// How many bits of an AprilTag may be wrong, 0…4.
    ///
    /// Each further bit makes a false detection some ten times as likely.
    public var maximumCorrectedBits = 2

    /// Both kinds, small modules too, up to two wrong bits.
    public init() {}
}
