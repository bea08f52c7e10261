// Runs first in a page that the lab opens: gives it `navigator.xr` with the lab's device, and reports what the page does with it.

import { pixelProjection, projectionMatrix } from "../../../sightline/core/projection.js";
import { installFor } from "../../../sightline/webxr/install.js";
import { CallLog } from "./call-log.js";
import { LabDevice } from "./lab-device.js";
import { watchCalls } from "./call-watch.js";
import { watchPage } from "./page-watch.js";

/** The frame's own script left the port to the lab in `sightlineLab`; the page's scripts do not find it. */
function beginInPage() {
    const port = globalThis.sightlineLab;
    delete globalThis.sightlineLab;
    const log = new CallLog((message) => port.postMessage(message));
    const device = new LabDevice(port);
    watchPage(log);
    const library = async () => ({ Session: device.sessionType(), pixelProjection, projectionMatrix });
    // The recording is the lab's, so its address is of no use here: that there is one makes the device a recorded one.
    installFor(library, new URLSearchParams({ recording: "lab", always: "" }));
    const ignore = () => {
        log.note({ name: "installWebXR", detail: "", result: "", isFault: false });
        return () => {};
    };
    Object.defineProperty(globalThis, "installWebXR", { get: () => ignore, set() {}, configurable: false });
    watchCalls(log);
}
