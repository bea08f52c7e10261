/// A reference that is only used on one event loop, carried through closures that run there.
struct LoopIsolated<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
