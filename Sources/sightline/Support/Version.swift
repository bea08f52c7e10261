/// The product's version and the commit it was built from, for `sightline --version`.
enum Version {
    /// The version by semantic versioning; CHANGELOG.md has a heading for each that was released.
    static let number = "0.9.0"
    /// `builtCommit` is written by the plugin BuiltCommit: the short hash, with `+changes` for changed sources.
    static let text = "\(number) (\(builtCommit))"
}
