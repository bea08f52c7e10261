// Notices on this device: the browser's push service brings what the studio sends, also while the page is closed.

import { root } from "../studio/root.js";
import * as api from "./api.js";

/** Where the token of the tag is kept that a person carries. */
const place = "sightline-tag";

/** The token of an invitation, `…/beacons/#tag=TOKEN`, or of an earlier one; null if there was none. */
export function tagToken() {
    const token = new URLSearchParams(location.hash.slice(1)).get("tag");
    if (token) {
        localStorage.setItem(place, token);
        // The token does not stay in the address, which is shown and kept in the history.
        history.replaceState(null, "", location.pathname + location.search);
    }
    return localStorage.getItem(place);
}

/** Forgets a tag whose token is no longer good. */
const forgetTag = () => localStorage.removeItem(place);

/** Whether notices are `on` or `off` here, `blocked` by the person, or `unsupported` by the browser. */
export async function state() {
    if (!isSecureContext || !("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "unsupported";
    if (Notification.permission === "denied") return "blocked";
    const registration = await navigator.serviceWorker.getRegistration(root);
    return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

/** Asks the person and the browser, and gives the studio the browser's address: for a tag, or as the owner's without a token. */
export async function start(token) {
    if ((await Notification.requestPermission()) !== "granted") return;
    const address = new URL("service-worker.js", root);
    await navigator.serviceWorker.register(address, { type: "module" }).catch(() => navigator.serviceWorker.register(address));
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: await api.pushKey() };
    const subscription = await pushManager.subscribe(options).catch(async (error) => {
        // The browser knows another studio's key, or one that this studio had before.
        const old = await pushManager.getSubscription();
        if (!old) throw error;
        await old.unsubscribe();
        return pushManager.subscribe(options);
    });
    try {
        await api.keepPush(subscription.toJSON(), token);
    } catch (error) {
        await subscription.unsubscribe();
        if (error.status !== 401 || !token) throw error;
        forgetTag();
        // Not a matter of the owner's token, which a page asks for at 401.
        throw new Error(error.message);
    }
}

/** Ends notices here. */
export async function stop() {
    const registration = await navigator.serviceWorker.getRegistration(root);
    const subscription = await registration?.pushManager.getSubscription();
    if (!subscription) return;
    await subscription.unsubscribe();
    // The studio may have forgotten it already.
    await api.forgetPush(subscription.toJSON()).catch((error) => {
        if (error.status !== 404) throw error;
    });
}
