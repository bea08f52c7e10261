// Sightline for web pages. `new Session({ canvas })`, then `run({ camera: true, motion: true })` or `run({ recording: "…/" })`.

export { CanvasScreen } from "./view/canvas-screen.js";
export { SessionFault } from "./core/fault.js";
export { droppedFiles, pickedFiles } from "./sources/files.js";
export { pixelProjection, projectionMatrix, rotated, transformed } from "./core/projection.js";
export { featureWords, landmarkWords } from "./generated/records.js";
export { Tool } from "./core/tool.js";
export { AssistingTool } from "./tools/assisting.js";
export { BillboardTool } from "./tools/billboard.js";
export { DrawingTool } from "./tools/drawing.js";
export { MeasuringTool } from "./tools/measuring.js";
export { Session } from "./tools/standard-session.js";
export { TrackScreen } from "./view/track-screen.js";
export { isXRAvailable } from "./sources/xr.js";
export { zipped } from "./sources/zip.js";
