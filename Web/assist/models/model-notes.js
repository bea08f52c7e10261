// What the two sides write to each other about a model in the room.

const longestName = 120;

const isShare = (value) => Number.isFinite(value) && value >= 0 && value <= 1;
const isPlace = (at, frame) => Array.isArray(at) && at.length === 2 && at.every(isShare) && Number.isInteger(frame) && frame >= 0;
const isName = (value) => typeof value === "string" && value.length <= longestName;

/** Whether a file's name is that of a model. */
export const isModel = (name) => isName(name) && /\.(glb|gltf)$/i.test(name);

/** The scales that the placing tool knows, 1 is a model's true size. */
const isScale = (value) => Number.isFinite(value) && value >= 0.01 && value <= 100;
/** The farthest that a step of keys moves a model, metres. */
const farthest = 10;

/**
 * What an expert reads of the site's model, `{ isAllowed, name, isPlaced, scale }`, an empty name without one; null if a note is
 * unsound.
 */
export function readModel(note) {
    const { isAllowed, name, isPlaced, scale } = note ?? {};
    if (!isName(name) || (name !== "" && !isModel(name))) return null;
    return { isAllowed: isAllowed === true, name, isPlaced: isPlaced === true, scale: isScale(scale) ? scale : 1 };
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
    return isPlace(at, frame) ? { at, frame } : null;
}

/**
 * A change of the model that stands: `{ undo: true }` takes the author's last one back; all others have the number `edit` of
 * their gesture, and one of `grab: [x, y], frame`, `drag: [x, y], frame`, `release: true`, `move: [right, away]` in metres,
 * `turn` in radians and `scale`, a factor. Null for all else.
 */
export function readModelEdit(note) {
    if (note === null || typeof note !== "object") return null;
    const { undo, edit, grab, drag, frame, release, move, turn, scale } = note;
    if (undo === true) return { undo };
    if (!Number.isInteger(edit) || edit < 1 || edit >= 2 ** 31) return null;
    if (isPlace(grab, frame)) return { edit, grab, frame };
    if (isPlace(drag, frame)) return { edit, drag, frame };
    if (release === true) return { edit, release };
    if (Array.isArray(move)) return move.length === 2 && move.every((value) => Number.isFinite(value) && Math.abs(value) <= farthest) ? { edit, move } : null;
    const isTurn = Number.isFinite(turn) && Math.abs(turn) <= 2 * Math.PI;
    return isTurn && isScale(scale) ? { edit, turn, scale } : null;
}
