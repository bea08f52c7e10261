/// The numbers of a glTF file: buffers, views of them, and accessors that define how to read a view.
///
/// Khronos Group, "glTF 2.0 Specification", 2021, sections 3.6 and 5.1 to 5.5. Every range is checked before it is
/// read.
struct AccessorReader {
    /// A range of a buffer.
    private struct View {
        let bytes: ArraySlice<UInt8>
        let stride: Int?
    }

    /// How one component is stored.
    private enum Component: Int {
        case int8 = 5120
        case uint8 = 5121
        case int16 = 5122
        case uint16 = 5123
        case uint32 = 5125
        case float = 5126

        var size: Int {
            switch self {
            case .int8, .uint8: 1
            case .int16, .uint16: 2
            case .uint32, .float: 4
            }
        }
    }

    /// A list of elements of one or more numbers each.
    private struct Accessor {
        let element: GLTFElement
        let view: Int?
        let offset: Int
        let component: Component
        let isNormalized: Bool
        let count: Int
        let width: Int
    }

    private let views: [View]
    private let accessors: [Accessor]

    /// Reads the file's declarations of its numbers; `file` returns the bytes of a file beside it by its relative
    /// address.
    init(_ file: GLTFFile, limits: ModelLimits, files: (String) -> [UInt8]?) throws(ModelError) {
        let buffers = try Self.buffers(file, limits, files)
        views = try file.root.objects("bufferViews").map { (element) throws(ModelError) in
            let buffer = buffers[try element.requiredIndex("buffer", below: buffers.count)]
            let offset = try element.count("byteOffset") ?? 0
            let length = try element.requiredCount("byteLength")
            guard length > 0, offset <= buffer.count, length <= buffer.count - offset else {
                throw element.error("\(length) bytes from \(offset) of a buffer of \(buffer.count)")
            }
            let stride = try element.count("byteStride")
            guard stride.map({ (4...252).contains($0) && $0 % 4 == 0 }) ?? true else {
                throw element.error("byteStride must be a multiple of 4 from 4 to 252")
            }
            let start = buffer.startIndex + offset
            return View(bytes: buffer[start..<start + length], stride: stride)
        }
        let views = views
        accessors = try file.root.objects("accessors").map { (element) throws(ModelError) in
            try Self.accessor(element, views)
        }
    }

    /// The number of accessors.
    var count: Int { accessors.count }

    /// The number of elements of an accessor.
    func count(of accessor: Int) -> Int { accessors[accessor].count }

    /// The bytes of a view.
    func bytes(ofView view: Int) -> ArraySlice<UInt8> { views[view].bytes }

    /// The number of views.
    var viewCount: Int { views.count }

    // MARK: - Buffers

    private static func buffers(
        _ file: GLTFFile,
        _ limits: ModelLimits,
        _ files: (String) -> [UInt8]?
    ) throws(ModelError) -> [ArraySlice<UInt8>] {
        var buffers: [ArraySlice<UInt8>] = []
        for (i, element) in try file.root.objects("buffers").enumerated() {
            let length = try element.requiredCount("byteLength")
            guard length <= limits.bytes else { throw .tooLarge("\(element.path) of \(length) bytes") }
            let bytes: ArraySlice<UInt8>
            if let address = try element.string("uri") {
                bytes = try Resource.bytes(at: address, element, files)[...]
            } else if i == 0, let binary = file.binary {
                bytes = binary
            } else {
                throw element.error("it has neither an address nor a binary part")
            }
            guard bytes.count >= length else { throw element.error("it has \(bytes.count) of \(length) bytes") }
            buffers.append(bytes.prefix(length))
        }
        return buffers
    }

    // MARK: - Accessors

    private static func accessor(_ element: GLTFElement, _ views: [View]) throws(ModelError) -> Accessor {
        guard let component = Component(rawValue: try element.requiredCount("componentType")) else {
            throw element.error("componentType is none of 5120 to 5126")
        }
        let count = try element.requiredCount("count")
        guard count > 0 else { throw element.error("count must be at least 1") }
        let view = try element.index("bufferView", below: views.count)
        // Checked before memory is allocated. Without a view all numbers are zeros.
        if let view {
            guard count <= views[view].bytes.count else { throw beyond(element, view, views) }
        } else {
            guard count <= 1 << 20 else { throw .tooLarge(element.path) }
        }
        return Accessor(
            element: element,
            view: view,
            offset: try element.count("byteOffset") ?? 0,
            component: component,
            isNormalized: try element.bool("normalized"),
            count: count,
            width: try width(element)
        )
    }

    private static func width(_ element: GLTFElement) throws(ModelError) -> Int {
        guard let type = try element.string("type") else { throw element.error("type is missing") }
        let widths: [(name: StaticString, width: Int)] = [
            ("SCALAR", 1), ("VEC2", 2), ("VEC3", 3), ("VEC4", 4), ("MAT4", 16),
        ]
        if let found = widths.first(where: { type.isExactly($0.name) }) { return found.width }
        throw element.error("type \(type) is not used by any part of a model that is read")
    }

    /// The numbers of an accessor as floats, `width` per element; all are finite.
    ///
    /// Normalized integers become −1…1 or 0…1.
    func floats(_ index: Int, width: Int) throws(ModelError) -> [Float] {
        let accessor = accessors[index]
        guard accessor.width == width else { throw accessor.element.error("\(width) numbers an element are expected") }
        var floats = [Float](repeating: 0, count: accessor.count * width)
        try forEachElement(accessor) { (element, bytes) throws(ModelError) in
            for k in 0..<width {
                let value = Self.float(bytes, k, accessor)
                guard value.isFinite else { throw accessor.element.error("element \(element) is not finite") }
                floats[element * width + k] = value
            }
        }
        return floats
    }

    /// The numbers of an accessor as non-negative integers, `width` per element.
    func integers(_ index: Int, width: Int) throws(ModelError) -> [UInt32] {
        let accessor = accessors[index]
        guard accessor.width == width else { throw accessor.element.error("\(width) numbers an element are expected") }
        switch accessor.component {
        case .uint8, .uint16, .uint32: break
        case .int8, .int16, .float: throw accessor.element.error("whole numbers without a sign are expected")
        }
        var integers = [UInt32](repeating: 0, count: accessor.count * width)
        try forEachElement(accessor) { (element, bytes) throws(ModelError) in
            for k in 0..<width { integers[element * width + k] = Self.integer(bytes, k, accessor.component) }
        }
        return integers
    }

    /// Calls `body` with each element's bytes; the replacements of a sparse accessor come last.
    private func forEachElement(
        _ accessor: Accessor,
        _ body: (Int, ArraySlice<UInt8>) throws(ModelError) -> Void
    ) throws(ModelError) {
        let size = accessor.component.size * accessor.width
        if let view = accessor.view {
            let stride = views[view].stride ?? size
            guard accessor.offset % accessor.component.size == 0 else {
                throw accessor.element.error("byteOffset must be a multiple of \(accessor.component.size)")
            }
            let elements = try range(
                accessor.element,
                view,
                accessor.offset,
                accessor.count,
                size: size,
                stride: stride
            )
            for i in 0..<accessor.count {
                let start = elements.startIndex + i * stride
                try body(i, elements[start..<start + size])
            }
        }
        guard let sparse = try accessor.element.object("sparse") else { return }
        try forEachException(of: accessor, sparse, size: size, body)
    }

    private func forEachException(
        of accessor: Accessor,
        _ sparse: GLTFElement,
        size: Int,
        _ body: (Int, ArraySlice<UInt8>) throws(ModelError) -> Void
    ) throws(ModelError) {
        guard let table = try sparse.object("indices"), let values = try sparse.object("values"),
            let component = Component(rawValue: try table.requiredCount("componentType"))
        else { throw sparse.error("indices and values are expected") }
        let count = try sparse.requiredCount("count")
        func part(_ element: GLTFElement, size: Int) throws(ModelError) -> ArraySlice<UInt8> {
            let view = try element.requiredIndex("bufferView", below: views.count)
            return try range(element, view, try element.count("byteOffset") ?? 0, count, size: size, stride: size)
        }
        let (indices, elements) = (try part(table, size: component.size), try part(values, size: size))
        for i in 0..<count {
            let at = indices.startIndex + i * component.size
            let index = Int(truncatingIfNeeded: Self.integer(indices[at...], 0, component))
            guard (0..<accessor.count).contains(index) else {
                throw sparse.error("it changes element \(index) of \(accessor.count)")
            }
            let start = elements.startIndex + i * size
            try body(index, elements[start..<start + size])
        }
    }

    private func range(
        _ element: GLTFElement,
        _ view: Int,
        _ offset: Int,
        _ count: Int,
        size: Int,
        stride: Int
    ) throws(ModelError) -> ArraySlice<UInt8> {
        let bytes = views[view].bytes
        let (span, isOver) = stride.multipliedReportingOverflow(by: count - 1)
        guard stride >= size, count > 0, !isOver, offset <= bytes.count, span <= bytes.count - offset,
            size <= bytes.count - offset - span
        else { throw Self.beyond(element, view, views) }
        let start = bytes.startIndex + offset
        return bytes[start..<start + span + size]
    }

    private static func beyond(_ element: GLTFElement, _ view: Int, _ views: [View]) -> ModelError {
        element.error("it reads beyond the \(views[view].bytes.count) bytes of bufferViews[\(view)]")
    }

    // MARK: - Numbers

    private static func integer(_ bytes: ArraySlice<UInt8>, _ k: Int, _ component: Component) -> UInt32 {
        let start = bytes.startIndex + k * component.size
        var value: UInt32 = 0
        for i in 0..<component.size { value |= UInt32(bytes[start + i]) << UInt32(8 * i) }
        return value
    }

    private static func float(_ bytes: ArraySlice<UInt8>, _ k: Int, _ accessor: Accessor) -> Float {
        let bits = integer(bytes, k, accessor.component)
        switch (accessor.component, accessor.isNormalized) {
        case (.float, _): return Float(bitPattern: bits)
        case (.int8, false): return Float(Int8(truncatingIfNeeded: bits))
        case (.int8, true): return max(Float(Int8(truncatingIfNeeded: bits)) / 127, -1)
        case (.uint8, true): return Float(bits) / 255
        case (.int16, false): return Float(Int16(truncatingIfNeeded: bits))
        case (.int16, true): return max(Float(Int16(truncatingIfNeeded: bits)) / 32767, -1)
        case (.uint16, true): return Float(bits) / 65535
        case (.uint8, false), (.uint16, false), (.uint32, _): return Float(bits)
        }
    }
}
