// Labels of beacons that stand by the venue's plan: two that a person has put where their beacons hang tie the plan to the room.

import { leastDistance, planTie } from "../../beacons/plan-tie.js";
import { numberText, translated } from "../../studio/language/language.js";

export class PlanPlacing {
    #venue;
    #tie = null;
    #floor = null;
    /** The floor's height in the world, m. */
    #ground = 0;
    #words = "";

    constructor(venue) {
        this.#venue = venue;
    }

    /** What to do about the plan, in words; empty if it says nothing. */
    get words() {
        return this.#words;
    }

    /** Ties the plan by labels `{ beacon, point }` that a person has put somewhere. */
    update(labels) {
        const known = labels.map(({ beacon, point }) => ({ point, place: this.#venue.placeOf(beacon) })).filter(({ point, place }) => point && place?.isHung);
        // The floor with most of them is the one that the camera is on.
        const on = (floor) => known.filter(({ place }) => place.floor === floor);
        const [floor = null] = [...new Set(known.map(({ place }) => place.floor))].sort((left, right) => on(right).length - on(left).length);
        const here = on(floor);
        const tie = planTie(here.map(({ point, place }) => ({ world: point, plan: place })));
        this.#tie = tie && !tie.conflict && tie.distance >= leastDistance ? tie : null;
        this.#floor = floor;
        this.#ground = here.reduce((sum, { point, place }) => sum + point[1] - place.height, 0) / here.length;
        this.#words = wordsOf(here.length, tie);
    }

    /** Where a beacon is in the world by the plan; null if that is not known. */
    pointOf(beacon) {
        const place = this.#tie && this.#venue.placeOf(beacon);
        if (!place || place.floor !== this.#floor) return null;
        const { x, z } = this.#tie.inWorld(place);
        return [x, this.#ground + place.height, z];
    }

    /** Beacons that have a place by the plan, but no label yet. */
    others(labelled) {
        return this.#tie ? this.#venue.beacons.map(({ beacon }) => beacon).filter((beacon) => !labelled.includes(beacon) && this.pointOf(beacon)) : [];
    }
}

function wordsOf(count, tie) {
    if (count === 0) return "";
    const metres = (value) => numberText(value, 1);
    if (tie?.conflict) {
        const { plan, world, sigma } = tie.conflict;
        return translated("Two labels are {plan} m apart on the plan, but {world} m here, where ± {sigma} m is expected: put them again, or correct the plan.", { plan: metres(plan), world: metres(world), sigma: metres(sigma) });
    }
    if (!tie || tie.distance < leastDistance) return translated("Put the labels of two beacons that hang at least {metres} m apart where they hang: then the plan places the others.", { metres: numberText(leastDistance) });
    return translated("The plan is tied to the room: other beacons of this floor stand where the plan has them.");
}
