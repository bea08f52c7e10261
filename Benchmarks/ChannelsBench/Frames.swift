/// WebSocket frames as clients send them; the mask is zero, which is a mask like any other.
enum Frames {
    static func masked(_ payload: [UInt8], opcode: UInt8 = 1) -> [UInt8] {
        var bytes: [UInt8] = [0x80 | opcode]
        if payload.count < 126 {
            bytes.append(0x80 | UInt8(payload.count))
        } else {
            bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        }
        return bytes + [0, 0, 0, 0] + payload
    }
}
