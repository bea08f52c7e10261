// Makes the browser store the pages, so that they open without a network; if it cannot, they need one.

import { root } from "./root.js";

const address = new URL("service-worker.js", root);
/** The delay, because the person's task has priority; milliseconds. */
const delay = 2500;

async function keep() {
    try {
        await navigator.serviceWorker.register(address, { type: "module" }).catch(() => navigator.serviceWorker.register(address));
        await navigator.serviceWorker.ready;
        document.documentElement.dataset.offline = "ready";
    } catch {
        document.documentElement.dataset.offline = "unavailable";
    }
}

if ("serviceWorker" in navigator && isSecureContext) setTimeout(keep, delay);
