import Foundation

extension BtsnoopFile {
    /// Reads the capture at a path.
    ///
    /// Throws `unreadable` and `malformedCapture`.
    public init(path: String) throws(BluetoothError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw .unreadable(file: path, reason: "cannot be read: \(error.localizedDescription)")
        }
        try self.init([UInt8](data), name: path)
    }

    /// Writes the capture to a path.
    ///
    /// Throws `unreadable`.
    public func write(to path: String) throws(BluetoothError) {
        do {
            try Data(octets).write(to: URL(fileURLWithPath: path))
        } catch {
            throw .unreadable(file: path, reason: "cannot be written: \(error.localizedDescription)")
        }
    }
}
