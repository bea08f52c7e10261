// What the two sides write to each other about a board in the room.

const longestName = 120;
/** The largest factor of one step in size, either way. */
const largestStep = 4;

const isShare = (value) => Number.isFinite(value) && value >= 0 && value <= 1;
const isName = (value) => typeof value === "string" && value.length <= longestName;

/** Why a board could not be placed. */
export const boardFaults = ["noSurface", "unknownFrame"];

/**
 * What an expert reads of the site's board, `{ isAllowed, name, isPlaced }`, an empty name without one, or `{ fault }`, why their
 * wish was not fulfilled; null if a note is unsound.
 */
export function readBoard(note) {
    const { isAllowed, name, isPlaced, fault } = note ?? {};
    if (boardFaults.includes(fault)) return { fault };
    return isName(name) ? { isAllowed: isAllowed === true, name, isPlaced: isPlaced === true } : null;
}

/**
 * A wish: `{ use }`, the name of a picture that was sent for the board, `{ at: [x, y], frame }`, a place of the view in the
 * frame of a code, `{ scale }`, a factor, or `{ remove: true }`; null for all else.
 */
export function readBoardWish(note) {
    if (note === null || typeof note !== "object") return null;
    const { use, at, frame, scale, remove } = note;
    if (remove === true) return { remove: true };
    if (isName(use) && use !== "") return { use };
    if (Number.isFinite(scale) && scale >= 1 / largestStep && scale <= largestStep) return { scale };
    const isPlace = Array.isArray(at) && at.length === 2 && at.every(isShare) && Number.isInteger(frame) && frame >= 0;
    return isPlace ? { at, frame } : null;
}
