/// Reads little-endian numbers from octets; never reads past the end.
struct OctetReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ octets: ArraySlice<UInt8>) { rest = octets }

    mutating func octet() -> UInt8? { rest.popFirst() }

    mutating func short() -> UInt16? {
        guard rest.count >= 2, let low = octet(), let high = octet() else { return nil }
        return UInt16(high) << 8 | UInt16(low)
    }

    mutating func octets(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
