import Foundation

/// The pixels of a binary PGM or PPM file of eight bits.
public struct NetpbmFile {
    /// Pixels a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// 1 for gray (PGM), 3 for red, green, blue (PPM).
    public let channels: Int
    /// `width` × `height` × `channels` bytes, rows from the top.
    public let bytes: [UInt8]

    /// Reads a file, which ends the program if it is none.
    public init(path: String) {
        guard let data = FileManager.default.contents(atPath: path), data.count > 2, data[0] == UInt8(ascii: "P") else {
            fatalError("\(path): it is no image that can be read")
        }
        channels = data[1] == UInt8(ascii: "5") ? 1 : 3
        var at = 2
        var numbers: [Int] = []
        while numbers.count < 3 {
            while data[at] <= 32 { at += 1 }
            var value = 0
            while data[at] > 32 {
                value = value * 10 + Int(data[at]) - 48
                at += 1
            }
            numbers.append(value)
        }
        (width, height) = (numbers[0], numbers[1])
        bytes = [UInt8](data[(at + 1)...])
    }
}
