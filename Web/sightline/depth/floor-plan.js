// Reads the floor plan that the worker of depth maps makes.

import { floorPlanFields, floorPlanResults, planOrigins, planWallFields, wallKinds } from "../generated/records.js";

/**
 * What `DepthEngine.plan` and the corrections return, read. Points are x and −z of the keyframes' world, metres: as seen from above.
 *
 * @param {Uint8Array} bytes
 * @returns {import("../generated/types.js").FloorPlanAnswer}
 */
export function readFloorPlan(bytes) {
    const words = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
    const value = (field) => words[floorPlanFields[field]];
    const result = floorPlanResults[value("result")];
    if (result !== "done") return { result, seenWalls: value("seenWalls") };
    const walls = Array.from({ length: value("stretchCount") + value("sideCount") }, (_, index) => wallAt(words, floorPlanFields.count + index * planWallFields.count));
    const end = 8 * (floorPlanFields.count + walls.length * planWallFields.count);
    return {
        result,
        name: new TextDecoder().decode(bytes.subarray(end, end + value("nameBytes"))),
        area: value("area"),
        areaSigma: value("areaSigma"),
        isAreaByHand: value("isAreaByHand") === 1,
        scale: value("scale"),
        knownSide: value("knownSide") < 0 ? null : value("knownSide"),
        corrections: value("corrections"),
        floorHeight: value("floorHeight"),
        ceilingHeight: value("ceilingHeight") || null,
        stretches: walls.slice(0, value("stretchCount")),
        sides: walls.slice(value("stretchCount")),
    };
}

/** @param {Float64Array} words @param {number} at @returns {import("../generated/types.js").PlanWall} */
function wallAt(words, at) {
    /** @returns {[number, number]} */
    const pair = (field) => [words[at + planWallFields[field]], words[at + planWallFields[field] + 1]];
    const [start, end] = [pair("start"), pair("end")];
    return {
        start,
        end,
        length: Math.hypot(end[0] - start[0], end[1] - start[1]),
        lengthSigma: words[at + planWallFields.lengthSigma],
        kind: wallKinds[words[at + planWallFields.kind]],
        origin: planOrigins[words[at + planWallFields.origin]],
        side: words[at + planWallFields.side],
        isLengthByHand: words[at + planWallFields.isLengthByHand] === 1,
    };
}
