// Has the browser keep the pages, so that they open without a network; where it cannot, they work as long as there is one.

import { root } from "./root.js";

const address = new URL("service-worker.js", root);
/** What a person came for goes first; milliseconds. */
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
