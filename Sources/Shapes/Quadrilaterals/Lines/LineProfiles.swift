/// The support of each line along its length.
///
/// Storage is reused from image to image.
final class LineProfiles {
    private(set) var profiles: [SupportProfile] = []
    private var capacity = 0

    deinit { for profile in profiles { profile.deallocate() } }

    /// Samples lines in a field, one profile per line.
    func sample(_ lines: [LineSegment], in field: EdgeField, _ edges: EdgeLines, _ view: QuadView) {
        let needed = SupportProfile.capacity(field)
        if needed != capacity {
            for profile in profiles { profile.deallocate() }
            profiles.removeAll(keepingCapacity: true)
            capacity = needed
        }
        while profiles.count < lines.count { profiles.append(SupportProfile(capacity: needed)) }
        for i in lines.indices {
            profiles[i].sample(lines[i], field, view.working, edges.warp, threshold: edges.threshold)
        }
    }
}
