/// A way to a controller: octets framed as H4 go out and come in.
public protocol HCITransport: AnyObject {
    /// Sends a packet as H4 frames it.
    func send(_ octets: [UInt8]) throws(BluetoothError)
    /// Waits for octets, at most for the time given; `nil` when none came.
    func receive(milliseconds: Int32) throws(BluetoothError) -> [UInt8]?
    /// Gives up the controller; may be called again.
    func close()
}
