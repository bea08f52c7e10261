// The tools in headsets: rays, pinches, and a view for both eyes. A page loads it only if the browser has tracking of its own.

export { Headset } from "./headset/headset.js";
export { DrawWithRays } from "./headset/draw-with-rays.js";
export { MeasureWithRays } from "./headset/measure-with-rays.js";
