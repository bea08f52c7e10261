/// The product's version and the commit it was built from, for `sightline --version`.
enum Version {
    /// The semantic version; CHANGELOG.md has a heading for each release.
    static let number = "0.10.0"
    /// The plugin BuiltCommit writes `builtCommit`: the short hash, with `+changes` for changed sources.
    static let text = "\(number) (\(builtCommit))"
}
