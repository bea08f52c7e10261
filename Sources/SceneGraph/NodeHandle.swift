/// Names a node of one scene; a removed node's handle is never given to another.
public struct NodeHandle: Hashable, Sendable {
    let index: Int32
    let generation: Int32

    /// One number for hosts that pass handles as numbers.
    public var rawValue: Int64 { Int64(generation) << 32 | Int64(index) }

    /// A handle from `rawValue`; one that names nothing is harmless.
    public init(rawValue: Int64) {
        index = Int32(truncatingIfNeeded: rawValue)
        generation = Int32(truncatingIfNeeded: rawValue >> 32)
    }

    init(index: Int32, generation: Int32) {
        self.index = index
        self.generation = generation
    }
}
