// The advice while tracking is not normal, by its limit.

import { translated } from "./language/language.js";

/** For the person who holds the camera. */
const advice = {
    initializing: translated("Move the phone slowly from side to side."),
    excessiveMotion: translated("Slower: the picture is too fast to follow."),
    insufficientFeatures: translated("Look at something with more detail, or give it more light."),
    relocalizing: translated("Go back to where you were: looking for the place again."),
};

/** For a person who watches a recording, whose camera nobody can move. */
export const recorded = {
    initializing: translated("The recording has just begun: tracking starts."),
    excessiveMotion: translated("The recorded camera moves too fast here."),
    insufficientFeatures: translated("The recorded camera sees too little here."),
    relocalizing: translated("Finding the place again."),
};

/** For experts. */
const news = {
    initializing: translated("The phone is still finding its place; strokes will hold in a moment."),
    excessiveMotion: translated("The phone moves too fast for strokes to hold."),
    insufficientFeatures: translated("The camera sees too little for strokes to hold."),
    relocalizing: translated("The phone is looking for its place again."),
    starting: translated("Live video; tracking is still starting. Strokes will hold in a moment."),
    plainVideo: translated("Plain video: freeze the picture to draw on it; it is sent when you go on."),
};

/** For the person who holds the camera of an untracked device, by the reason. */
export const plainVideoAdvice = {
    sensors: translated("Plain video: this device has no motion sensors. The expert can draw on a frozen picture."),
    front: translated("Plain video: only the camera on the back can be tracked. The expert can draw on a frozen picture."),
    zoom: translated("Plain video while the camera zooms; strokes come back without the zoom. The expert can draw on a frozen picture."),
    engine: translated("Plain video: tracking could not start. The expert can draw on a frozen picture."),
};

/** For the person who holds the camera while the engine is loading. */
export const startingAdvice = "Picture and voice are on; tracking is starting.";

const told = (texts, state, limit) => (state === "normal" ? "" : Object.hasOwn(texts, limit) ? texts[limit] : texts.initializing);

/** The advice for an inaccurate point, and the effect of a second tap. */
export const roughAdvice = (text) => translated("{advice} Or tap again to set a rough point.", { advice: text });

/**
 * Advice for the person who holds the camera; empty while tracking is normal, and at the start without a known reason.
 */
export const trackingAdvice = (state, limit) => told(advice, state, limit);

/** The same for a person who watches a recording. */
export const recordingAdvice = (state, limit) => told(recorded, state, limit);

/** The same for experts. */
export const trackingNews = (state, limit) => told(news, state, limit);
