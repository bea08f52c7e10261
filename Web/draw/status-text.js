// Says how things stand with the pen.

const lost = 0.35;

/** The state's word and colour, and what to do next. */
export function statusText(state, advice, isPicking) {
    if (advice !== null) return { mode: "notReady", word: "NOT READY", text: advice };
    if (isPicking) return { mode: "ready", word: "PICK A FINGER", text: "Tap the fingertip in the picture; it may be a thumb’s nail or a pen’s cap." };
    if (state.waitingCount > 0 && !state.hasBoard) {
        return { mode: "ready", word: "PLACE IT", text: "A drawing waits: aim where it is to lie and choose “Place it here”." };
    }
    if (state.isFollowing && state.confidence < lost) {
        return { mode: "notReady", word: "FINGER LOST", text: "Bring it back into the picture, or tap it again." };
    }
    if (!state.surface) return { mode: "notReady", word: "NO SURFACE", text: "Aim at a table or a floor that the camera has moved past." };
    if (state.isPressed) return { mode: "drawing", ...pressed(state) };
    if (state.isFollowing) {
        return { mode: "following", word: state.followsFinger ? "FINGER" : "FOLLOWING", text: "Hold the button while the finger draws." };
    }
    return { mode: "ready", word: "READY", text: ready[state.mode] };
}

const ready = {
    ink: "Hold the button or touch the picture to draw.",
    erase: "Hold and move over ink to rub it out.",
    pull: "Press on a line and move up: a closed line becomes a solid.",
};

function pressed({ mode, pulledHeight }) {
    if (mode === "erase") return { word: "ERASING", text: "" };
    if (mode === "ink") return { word: "DRAWING", text: "" };
    return { word: pulledHeight === null ? "PULLING" : `${(100 * pulledHeight).toFixed(1)} cm`, text: "Move up to make it higher." };
}

/** A drawing was opened: it lies on the board, or waits until there is one. */
export function openedText(name, state) {
    return state?.hasBoard ? `Opened ${name}.` : `Opened ${name}. Place it where it is to lie.`;
}
