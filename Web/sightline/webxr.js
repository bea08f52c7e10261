// WebXR for browsers without it. `<script type="module" src="webxr.js">` before a page's own scripts gives it `navigator.xr` with `immersive-ar`, unless
// the browser has that itself. `webxr.js?recording=ADDRESS` plays a recording in the camera's place; `?always` prefers ours. `webxr-classic.js` is the same
// as a classic script, which also comes before a page's classic scripts.

import { installFor } from "./webxr/install.js";

/**
 * Installs `navigator.xr` and the interfaces of WebXR where the browser has no immersive session; `always` prefers ours. `recording` is a recording's
 * address, or a map of dropped files, played at `pace` in place of the camera. `texts` translates our notices (`usualTexts`), `overlay: false`
 * leaves them out. `map` is bytes of `saveMap()`: the place is recognised. Gives a function that takes it back.
 */
export const installWebXR = installFor(() => import("./sightline.js"), new URL(import.meta.url).searchParams);
export { usualTexts } from "./webxr/notices.js";
