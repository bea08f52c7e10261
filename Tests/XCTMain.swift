import Testing

/// Where the tests' program starts.
///
/// Without this file SwiftPM looks for tests of XCTest, of which there are none, in an index that a quick build does not
/// write.
@main
struct TestMain {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
