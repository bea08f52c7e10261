/// The errors of the Beacons part, with messages.
enum BeaconError {
    /// A field of a body is wrong.
    static func invalid(_ field: String, _ reason: String) -> StudioError {
        StudioError(.badRequest, code: "invalid_\(field)", "\(field): \(reason).")
    }

    /// Nothing has this name.
    static func unknown(_ kind: String) -> StudioError {
        StudioError(.notFound, code: "unknown_\(kind)", "There is no such \(kind).")
    }

    /// A receiver's token is missing or wrong.
    static var strangeReceiver: StudioError {
        StudioError(
            .unauthorized,
            code: "unknown_receiver",
            """
            This is not the token of a receiver: add the receiver on the Beacons page and give its token to \
            `sightline beacons forward`.
            """
        )
    }

    /// A tag's token is missing or wrong.
    static var strangeTag: StudioError {
        StudioError(
            .unauthorized,
            code: "unknown_tag",
            "This is not the token of a tag: ask the venue's owner for a new invitation."
        )
    }

    /// A plan's picture is none.
    static var noPicture: StudioError {
        StudioError(.unsupportedMediaType, code: "unsupported_type", "A plan's picture is PNG, JPEG or WebP.")
    }

    /// There is nobody to lead.
    static var noSimulation: StudioError {
        StudioError(.conflict, code: "no_simulation", "No simulation is shown.")
    }

    /// There are as many floors as may be.
    static var tooManyFloors: StudioError {
        StudioError(.conflict, code: "too_many_floors", "A venue has at most 20 floors.")
    }

    /// Another floor has the level.
    static func levelTaken(by name: String) -> StudioError {
        StudioError(.conflict, code: "level_taken", "Another floor has this level: \(name).")
    }

    /// Something stands on a floor that is to be removed.
    static func floorInUse(receivers: Int, beacons: Int, zones: Int) -> StudioError {
        StudioError(
            .conflict,
            code: "floor_in_use",
            "On the floor are receivers (\(receivers)), beacons (\(beacons)) and zones (\(zones)): remove them first."
        )
    }

    /// The venue is not public.
    static var ownerOnly: StudioError {
        StudioError(
            .unauthorized,
            code: "owner_only",
            "Who is near is for the owner to see: sign in with the owner's token."
        )
    }
}
