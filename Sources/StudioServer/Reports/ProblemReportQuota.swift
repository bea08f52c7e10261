/// The disk quota of problem reports.
///
/// Sizes in bytes.
package struct ProblemReportQuota: Sendable, Equatable {
    /// One report.
    ///
    /// A page keeps 24 MiB of images at most.
    package var report: Int64 = 40 << 20
    /// The number of reports received within a day.
    package var dayReports = 30
    /// All reports received within a day.
    package var day: Int64 = 500 << 20
    /// All reports together.
    package var total: Int64 = 4 << 30
    /// The space that must stay free on the disk for other programs.
    package var free: Int64 = 1 << 30

    /// Creates the default quota.
    package init() {}
}
