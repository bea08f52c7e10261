/// One command of a session, and whether its refusal matters.
struct ControllerStep: Hashable, Sendable {
    var command: HCICommand
    var toleratesRefusal: Bool

    init(_ command: HCICommand, toleratesRefusal: Bool = false) {
        self.command = command
        self.toleratesRefusal = toleratesRefusal
    }
}
