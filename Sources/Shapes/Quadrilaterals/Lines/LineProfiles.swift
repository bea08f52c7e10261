/// The support of each of an image's lines along its length, sampled when it is first needed.
///
/// Storage is reused from image to image.
final class LineProfiles {
    private var profiles: [SupportProfile] = []
    private var isSampled: [Bool] = []
    private var capacity = 0

    deinit { for profile in profiles { profile.deallocate() } }

    /// Prepares storage for the lines of a new image.
    func reset(_ edges: EdgeLines, in field: EdgeField) {
        let needed = SupportProfile.capacity(field)
        if needed != capacity {
            for profile in profiles { profile.deallocate() }
            profiles.removeAll(keepingCapacity: true)
            capacity = needed
        }
        while profiles.count < edges.lines.count { profiles.append(SupportProfile(capacity: needed)) }
        isSampled = [Bool](repeating: false, count: edges.lines.count)
    }

    /// The profiles of the lines with these indices, in their order.
    func sampled(_ order: [Int], in field: EdgeField, _ edges: EdgeLines, _ view: QuadView) -> [SupportProfile] {
        for i in order where !isSampled[i] {
            profiles[i].sample(edges.lines[i], field, view.working, edges.warp, threshold: edges.threshold)
            isSampled[i] = true
        }
        return order.map { profiles[$0] }
    }
}
