// Offers a tool in a headset, or wherever the browser has tracking of its own; other browsers do not show the button and load nothing.

import { isXRAvailable } from "../sightline/sightline.js";

/** Shows a button that begins on a stage what `load()` gives as a source; it is loaded at once, so that the tap's permission is still fresh. */
export async function offerHeadset(button, stage, load) {
    if (!await isXRAvailable()) return;
    const loading = load();
    button.hidden = false;
    // For developers in the browser's console, and for tests.
    loading.then((headset) => { stage.view.headset = headset; }, () => {});
    button.addEventListener("click", async () => stage.begin((await loading).source));
}
