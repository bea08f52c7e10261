import Foundation
import Proximity

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

    /// There is no plan to survey.
    static var noPlan: StudioError {
        StudioError(.conflict, code: "no_plan", "There is no plan yet: set up a floor first.")
    }

    /// No walk has begun, or its studio was restarted.
    static var noTrackedSurvey: StudioError {
        StudioError(.conflict, code: "no_walk", "The studio knows of no walk: begin it again.")
    }

    /// The marks of a walk do not tie its path to the plan.
    static func untied(_ fault: PlanTieError) -> StudioError {
        func metres(_ value: Double) -> String { String(format: "%.1f", value) }
        switch fault {
        case .tooFewMarks:
            return StudioError(
                .conflict,
                code: "too_few_marks",
                "Two places on the plan tie the walk to it: tap a second one."
            )
        case .marksTooNear(let distance, let least):
            let (apart, needed) = (metres(distance), metres(least))
            return StudioError(
                .conflict,
                code: "marks_too_near",
                "The tapped places are \(apart) m apart; \(needed) m are needed for the direction. Tap one that is farther away."
            )
        case .markWithoutTracking(let index):
            let number = index + 1
            return StudioError(
                .conflict,
                code: "mark_without_tracking",
                "At tap \(number) the camera was not tracked. Tap the places again."
            )
        case .distancesDisagree(let onPlan, let walked, let sigma):
            let (plan, way, expected) = (metres(onPlan), metres(walked), metres(sigma))
            return StudioError(
                .conflict,
                code: "distances_disagree",
                """
                Two tapped places are \(plan) m apart on the plan, but \(way) m by the walk, where ± \(expected) m is \
                expected. Tap the places again, or correct the plan's size.
                """
            )
        }
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
