// What the two sides write to each other about a model in the room.

const longestName = 120;

const isShare = (value) => Number.isFinite(value) && value >= 0 && value <= 1;
const isName = (value) => typeof value === "string" && value.length <= longestName;

/** Whether a file's name is that of a model. */
export const isModel = (name) => isName(name) && /\.(glb|gltf)$/i.test(name);

/** What an expert reads of the site's model, `{ isAllowed, name, isPlaced }`, an empty name without one; null if a note is unsound. */
export function readModel(note) {
    const { isAllowed, name, isPlaced } = note ?? {};
    if (!isName(name) || (name !== "" && !isModel(name))) return null;
    return { isAllowed: isAllowed === true, name, isPlaced: isPlaced === true };
}

/**
 * A wish: `{ use }`, the name of a model that was sent, `{ at: [x, y], frame }`, a place of the view in the frame of a code, or `{
 * remove: true }`; null for all else.
 */
export function readModelWish(note) {
    if (note === null || typeof note !== "object") return null;
    const { use, at, frame, remove } = note;
    if (remove === true) return { remove: true };
    if (isModel(use)) return { use };
    const isPlace = Array.isArray(at) && at.length === 2 && at.every(isShare) && Number.isInteger(frame) && frame >= 0;
    return isPlace ? { at, frame } : null;
}
