// What people are told while tracking is not normal, by what limits it.

/** What whoever holds the camera can do. */
const advice = {
    initializing: "Move the phone slowly from side to side.",
    excessiveMotion: "Slower: the picture is too fast to follow.",
    insufficientFeatures: "Look at something with more detail, or give it more light.",
    relocalizing: "Go back to where you were: looking for the place again.",
};

/** What it means for whoever looks on from afar and draws. */
const news = {
    initializing: "The phone is still finding its place; strokes will hold in a moment.",
    excessiveMotion: "The phone moves too fast for strokes to hold.",
    insufficientFeatures: "The camera sees too little for strokes to hold.",
    relocalizing: "The phone is looking for its place again.",
    plainVideo: "Plain video: the other device has no motion sensors. Freeze the picture to draw on it; it is sent when you go on.",
};

/** What whoever holds the camera of an untracked device is told. */
export const plainVideoAdvice = "Plain video: this device has no motion sensors, so strokes cannot stand in the world. The expert can draw on a frozen picture.";

const told = (texts, state, limit) => (state === "normal" ? "" : Object.hasOwn(texts, limit) ? texts[limit] : texts.initializing);

/** Advice for whoever holds the camera; empty while tracking is normal, as at the start where no reason is known. */
export const trackingAdvice = (state, limit) => told(advice, state, limit);

/** The same for whoever looks on. */
export const trackingNews = (state, limit) => told(news, state, limit);
