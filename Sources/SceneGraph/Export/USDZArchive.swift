/// A USDZ archive: an uncompressed ZIP whose files begin at multiples of 64 bytes, the first of them the layer.
///
/// Pixar, "USDZ File Format Specification", 1.3.
package struct USDZArchive {
    private struct Entry {
        let name: [UInt8]
        let checksum: UInt32
        let size: Int
        let offset: Int
    }

    private var file = ByteWriter()
    private var entries: [Entry] = []

    /// An archive without files.
    package init() {}

    /// Adds a file with a name in ASCII.
    package mutating func add(_ name: PlainText, _ data: [UInt8]) {
        let entry = Entry(
            name: name.bytes,
            checksum: StoredPNG.cyclicSum(data),
            size: data.count,
            offset: file.bytes.count
        )
        entries.append(entry)
        let unpadded = file.bytes.count + 30 + entry.name.count + 4
        let padding = (64 - unpadded % 64) % 64
        file.append(0x0403_4B50 as UInt32)
        appendCommonFields(of: entry, extra: 4 + padding)
        file.bytes += entry.name
        // An extra field of zeros, so that the data are aligned.
        file.append(0x1986 as UInt16)
        file.append(UInt16(padding))
        file.bytes += [UInt8](repeating: 0, count: padding)
        file.bytes += data
    }

    /// The archive's bytes: the files, the directory and its end.
    package var bytes: [UInt8] {
        var whole = self
        return whole.closed()
    }

    private mutating func closed() -> [UInt8] {
        let directory = file.bytes.count
        for entry in entries {
            file.append(0x0201_4B50 as UInt32)
            file.append(10 as UInt16)
            appendCommonFields(of: entry, extra: 0)
            for _ in 0..<3 { file.append(0 as UInt16) }
            file.append(0 as UInt32)
            file.append(UInt32(entry.offset))
            file.bytes += entry.name
        }
        let size = file.bytes.count - directory
        file.append(0x0605_4B50 as UInt32)
        for field in [0, 0, UInt16(entries.count), UInt16(entries.count)] as [UInt16] { file.append(field) }
        file.append(UInt32(size))
        file.append(UInt32(directory))
        file.append(0 as UInt16)
        return file.bytes
    }

    private mutating func appendCommonFields(of entry: Entry, extra: Int) {
        file.append(10 as UInt16)
        file.append(0 as UInt16)
        file.append(0 as UInt16)
        // The earliest time of the format, 1 January 1980, so that the archive depends on its files alone.
        file.append(0 as UInt16)
        file.append(33 as UInt16)
        file.append(entry.checksum)
        file.append(UInt32(entry.size))
        file.append(UInt32(entry.size))
        file.append(UInt16(entry.name.count))
        file.append(UInt16(extra))
    }
}
