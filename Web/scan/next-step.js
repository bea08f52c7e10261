// What the person who scans does next, in words: the first thing that is missing.

import { rotated } from "../sightline/sightline.js";
import { translated } from "../studio/language/language.js";

/** Seconds without a new depth map after which the camera stands too still. */
const patience = 3;
/** Less floor, and less upright surface, than this has to be looked for, m². */
const [littleFloor, littleUpright] = [1, 2];
/** Less known surface than this is looked at before its quality is judged, m². */
const someArea = 3;
const sectorCount = 24;
/** A gap of fewer sectors (of 15°) is a doorway or a window. */
const leastGap = 3;

const texts = {
    begin: translated("Move sideways, slowly: distances become known from places that lie apart."),
    still: translated("Move sideways: nothing new becomes known from here."),
    floor: translated("Look lower: the floor is not known yet."),
    walls: translated("Look at a wall and walk along it."),
    weak: translated("Come nearer to what is orange, and look at it from two places."),
    ahead: translated("Walk on: what lies ahead is not known yet."),
    left: translated("Walk to the left and look there."),
    right: translated("Walk to the right and look there."),
    behind: translated("Turn round and walk along the other side."),
    done: translated("All around is known. Press the button to see the floor plan."),
};

/** The words of a step. */
export const stepText = (step) => texts[step];

/**
 * The next step of a scan (`surface`: `ScannedSurface`) from a pose of the camera in the world; `seconds` since the last
 * depth map, null before the first.
 */
export function nextStep(surface, worldFromCamera, seconds) {
    if (seconds === null || surface.area === 0) return "begin";
    if (seconds > patience) return "still";
    if (surface.floorArea < littleFloor) return "floor";
    if (surface.uprightArea < littleUpright) return "walls";
    const gap = widestGap(surface, worldFromCamera);
    if (gap !== null) return gap;
    return surface.area > someArea && surface.weakShare > 0.4 ? "weak" : "done";
}

/** Where, as the camera looks, the widest part without an upright surface is; null if there is none. */
function widestGap(surface, { rotation, translation }) {
    const ahead = rotated(rotation, [0, 0, -1]);
    const heading = Math.atan2(ahead[0], -ahead[2]);
    const seen = surface.sectors([translation[0], translation[2]], sectorCount);
    const gap = longestRun(seen.map((isSeen) => !isSeen));
    if (gap.length < leastGap) return null;
    const middle = ((gap.start + gap.length / 2) / sectorCount) * 2 * Math.PI - Math.PI;
    const turn = Math.atan2(Math.sin(middle - heading), Math.cos(middle - heading));
    if (Math.abs(turn) < 0.7) return "ahead";
    if (Math.abs(turn) > 2.4) return "behind";
    return turn < 0 ? "left" : "right";
}

/** The longest run of true in a ring. */
function longestRun(ring) {
    let best = { start: 0, length: 0 };
    for (let start = 0; start < ring.length; start++) {
        let length = 0;
        while (length < ring.length && ring[(start + length) % ring.length]) length += 1;
        if (length > best.length) best = { start, length };
    }
    return best;
}
