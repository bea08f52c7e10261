// The status texts of the pen.

import { numberText, translated } from "../studio/language/language.js";

const lost = 0.35;

/** The state's word and colour, and the next step. */
export function statusText(state, advice, isPicking) {
    if (advice !== null) return { mode: "notReady", word: translated("NOT READY"), text: advice };
    if (isPicking) return { mode: "ready", word: translated("PICK A FINGER"), text: translated("Tap the fingertip in the picture; it may be a thumb’s nail or a pen’s cap.") };
    if (state.waitingCount > 0 && !state.hasBoard) {
        return { mode: "ready", word: translated("PLACE IT"), text: translated("A drawing waits: aim where it is to lie and choose “Place it here”.") };
    }
    if (state.isFollowing && state.confidence < lost) {
        return { mode: "notReady", word: translated("FINGER LOST"), text: translated("Bring it back into the picture, or tap it again.") };
    }
    if (!state.surface) return { mode: "notReady", word: translated("NO SURFACE"), text: translated("Aim at a table or a floor that the camera has moved past.") };
    if (state.isPressed) return { mode: "drawing", ...pressed(state) };
    if (state.isFollowing) {
        return { mode: "following", word: state.followsFinger ? translated("FINGER") : translated("FOLLOWING"), text: translated("Hold the button while the finger draws.") };
    }
    return { mode: "ready", word: translated("READY"), text: ready[state.mode] };
}

const ready = {
    ink: translated("Hold the button or touch the picture to draw."),
    erase: translated("Hold and move over ink to rub it out."),
    pull: translated("Press on a line and move up: a closed line becomes a solid."),
};

function pressed({ mode, pulledHeight }) {
    if (mode === "erase") return { word: translated("ERASING"), text: "" };
    if (mode === "ink") return { word: translated("DRAWING"), text: "" };
    return { word: pulledHeight === null ? translated("PULLING") : `${numberText(100 * pulledHeight, 1)} cm`, text: translated("Move up to make it higher.") };
}

/** A drawing was opened: it is on the board, or waits until there is one. */
export function openedText(name, state) {
    return state?.hasBoard ? translated("Opened {name}.", { name }) : translated("Opened {name}. Place it where it is to lie.", { name });
}
