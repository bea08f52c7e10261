// Reads the floor plan that the worker of depth maps makes.

import {
    floorPlanFields, floorPlanResults, planBodyFields, planOrigins, planPassageFields, planRoomFields, planWallFields, wallKinds,
} from "../generated/records.js";

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
    let at = floorPlanFields.count;
    /** @template T @param {number} count @param {number} size @param {(at: number) => T} read @returns {T[]} */
    const records = (count, size, read) => {
        const made = Array.from({ length: count }, (_, index) => read(at + index * size));
        at += count * size;
        return made;
    };
    const walls = (count) => records(count, planWallFields.count, (place) => wallAt(words, place));
    const [stretches, sides, partitions] = [walls(value("stretchCount")), walls(value("sideCount")), walls(value("partitionCount"))];
    const named = records(value("roomCount"), planRoomFields.count, (place) => ({ room: roomAt(words, place), byteCount: words[place + planRoomFields.nameBytes] }));
    const passages = records(value("passageCount"), planPassageFields.count, (place) => passageAt(words, place));
    const bodies = records(value("bodyCount"), planBodyFields.count, (place) => [0, 2, 4, 6].map((corner) => pairAt(words, place + corner)));
    let byte = 8 * at;
    const rooms = named.map(({ room, byteCount }) => {
        byte += byteCount;
        return { ...room, name: new TextDecoder().decode(bytes.subarray(byte - byteCount, byte)) };
    });
    return {
        result,
        name: rooms[0]?.name ?? "",
        area: value("area"),
        areaSigma: value("areaSigma"),
        isAreaByHand: value("isAreaByHand") === 1,
        scale: value("scale"),
        knownSide: value("knownSide") < 0 ? null : value("knownSide"),
        corrections: value("corrections"),
        floorHeight: value("floorHeight"),
        ceilingHeight: value("ceilingHeight") || null,
        rooms, passages, partitions, stretches, sides, bodies,
    };
}

/** @param {Float64Array} words @param {number} at @returns {[number, number]} */
const pairAt = (words, at) => [words[at], words[at + 1]];

/** @param {Float64Array} words @param {number} at @returns {import("../generated/types.js").PlanRoom} */
function roomAt(words, at) {
    const value = (field) => words[at + planRoomFields[field]];
    return {
        name: "", area: value("area"), areaSigma: value("areaSigma"), ceilingHeight: value("ceilingHeight") || null, isAreaByHand: value("isAreaByHand") === 1,
        labelPlace: pairAt(words, at + planRoomFields.labelPlace),
    };
}

/** @param {Float64Array} words @param {number} at @returns {import("../generated/types.js").PlanPassage} */
function passageAt(words, at) {
    const [room, otherRoom, stretch, opposite] = ["room", "otherRoom", "stretch", "opposite"].map((field) => words[at + planPassageFields[field]]);
    return { rooms: otherRoom < 0 ? [room] : [room, otherRoom], stretch, opposite: opposite < 0 ? null : opposite };
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
        room: words[at + planWallFields.room] < 0 ? null : words[at + planWallFields.room],
    };
}
