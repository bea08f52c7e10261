/// Which family of commands a session uses.
public enum ControllerMode: String, Hashable, Sendable, CaseIterable {
    /// Extended where the controller can, else legacy.
    case automatic
    /// The commands of Bluetooth 4.
    case legacy
    /// The commands of Bluetooth 5.
    case extended
}
