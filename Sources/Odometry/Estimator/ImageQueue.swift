import Imaging

/// Copies of images that wait for their samples, in a ring whose memory is reused.
///
/// When it is full, the oldest image is dropped.
final class ImageQueue {
    /// A waiting image.
    struct Entry {
        fileprivate(set) var pixels: UnsafeMutablePointer<UInt8>
        fileprivate var capacity: Int
        fileprivate(set) var width = 0
        fileprivate(set) var height = 0
        fileprivate(set) var timestampNanoseconds: Int64 = 0
    }

    private let entries: UnsafeMutablePointer<Entry>
    private let capacity: Int
    private var start = 0
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        entries = .allocate(capacity: capacity)
        for index in 0..<capacity {
            (entries + index).initialize(to: Entry(pixels: .allocate(capacity: 1), capacity: 1))
        }
    }

    deinit {
        for index in 0..<capacity { entries[index].pixels.deallocate() }
        entries.deallocate()
    }

    /// The oldest image.
    var first: Entry? { count > 0 ? entries[start] : nil }

    func removeAll() { count = 0 }

    func removeFirst() {
        guard count > 0 else { return }
        start = (start + 1) % capacity
        count -= 1
    }

    /// Copies an image of rows of bytes.
    func append(
        pixels: UnsafePointer<UInt8>,
        width: Int,
        height: Int,
        bytesPerRow: Int,
        timestampNanoseconds: Int64
    ) {
        if count == capacity { removeFirst() }
        let index = (start + count) % capacity
        if entries[index].capacity < width * height {
            entries[index].pixels.deallocate()
            entries[index].pixels = .allocate(capacity: width * height)
            entries[index].capacity = width * height
        }
        for y in 0..<height {
            (entries[index].pixels + y * width).copyBytes(from: pixels + y * bytesPerRow, count: width)
        }
        entries[index].width = width
        entries[index].height = height
        entries[index].timestampNanoseconds = timestampNanoseconds
        count += 1
    }
}
