/// The AD structures of one advertisement: a length, a type and data, one after another.
///
/// The iteration stops at the first structure whose length is zero or runs past the end, as the Core Specification
/// demands (volume 3, part C, section 11); it never reads outside the given octets.
public struct AdvertisingStructures: Sequence, IteratorProtocol, Sendable {
    /// One AD structure: its type and its data.
    public struct Element: Sendable, Equatable {
        /// The AD type, such as 0xFF for manufacturer data or 0x16 for service data.
        public var type: UInt8
        /// The data after the type.
        public var data: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    /// Iterates over `octets`, the data of an advertising report.
    public init(_ octets: ArraySlice<UInt8>) { rest = octets }

    /// The next whole structure; `nil` at the end and at the first invalid length.
    public mutating func next() -> Element? {
        guard let length = rest.first, length > 0, rest.count > Int(length) else {
            rest = []
            return nil
        }
        let body = rest.dropFirst().prefix(Int(length))
        rest = rest.dropFirst(1 + Int(length))
        guard let type = body.first else { return nil }
        return Element(type: type, data: body.dropFirst())
    }
}
