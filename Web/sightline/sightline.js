// Sightline for web pages. `new Session({ canvas })`, then `run({ camera: true, motion: true })` or `run({ recording: "…/" })`.

export { CanvasScreen } from "./canvas-screen.js";
export { SessionFault } from "./fault.js";
export { droppedFiles, pickedFiles } from "./files.js";
export { pixelProjection, projectionMatrix, rotated, transformed } from "./projection.js";
export { featureWords, landmarkWords } from "./records.js";
export { Session } from "./session.js";
export { TrackScreen } from "./track-screen.js";
export { isXRAvailable } from "./xr.js";
export { zipped } from "./zip.js";
