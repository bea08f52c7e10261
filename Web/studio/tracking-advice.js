// What people are told while tracking is not normal, by what limits it.

import { translated } from "./language/language.js";

/** What whoever holds the camera can do. */
const advice = {
    initializing: translated("Move the phone slowly from side to side."),
    excessiveMotion: translated("Slower: the picture is too fast to follow."),
    insufficientFeatures: translated("Look at something with more detail, or give it more light."),
    relocalizing: translated("Go back to where you were: looking for the place again."),
};

/** What whoever watches a recording is told: nobody there can move the camera. */
export const recorded = {
    initializing: translated("The recording has just begun: tracking starts."),
    excessiveMotion: translated("The recorded camera moves too fast here."),
    insufficientFeatures: translated("The recorded camera sees too little here."),
    relocalizing: translated("Finding the place again."),
};

/** What it means for whoever looks on from afar and draws. */
const news = {
    initializing: translated("The phone is still finding its place; strokes will hold in a moment."),
    excessiveMotion: translated("The phone moves too fast for strokes to hold."),
    insufficientFeatures: translated("The camera sees too little for strokes to hold."),
    relocalizing: translated("The phone is looking for its place again."),
    starting: translated("Live video; tracking is still starting. Strokes will hold in a moment."),
    plainVideo: translated("Plain video: freeze the picture to draw on it; it is sent when you go on."),
};

/** What whoever holds the camera of an untracked device is told, by why it is not tracked. */
export const plainVideoAdvice = {
    sensors: translated("Plain video: this device has no motion sensors. The expert can draw on a frozen picture."),
    front: translated("Plain video: only the camera on the back can be tracked. The expert can draw on a frozen picture."),
    engine: translated("Plain video: tracking could not start. The expert can draw on a frozen picture."),
};

/** What whoever holds the camera is told while the engine is on its way. */
export const startingAdvice = "Picture and voice are on; tracking is starting.";

const told = (texts, state, limit) => (state === "normal" ? "" : Object.hasOwn(texts, limit) ? texts[limit] : texts.initializing);

/** The advice for a point that is not known well, and what a second tap does. */
export const roughAdvice = (text) => translated("{advice} Or tap again to set a rough point.", { advice: text });

/** Advice for whoever holds the camera; empty while tracking is normal, as at the start where no reason is known. */
export const trackingAdvice = (state, limit) => told(advice, state, limit);

/** The same for whoever watches a recording. */
export const recordingAdvice = (state, limit) => told(recorded, state, limit);

/** The same for whoever looks on. */
export const trackingNews = (state, limit) => told(news, state, limit);
