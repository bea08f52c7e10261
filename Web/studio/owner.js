// The owner's sign-in: whether this browser is the owner's, and a form to sign in.

import { translated, translatedMessage } from "./language/language.js";
import { root } from "./root.js";

const address = (path) => new URL(`api/owner${path}`, root);

/** Whether this browser is signed in as the owner's. */
export async function isOwner() {
    const answer = await fetch(address("")).catch(() => null);
    return answer?.ok === true && (await answer.json()).isOwner === true;
}

/** Signs this browser in as the owner's; throws the studio's refusal. */
export async function signIn(token) {
    const answer = await fetch(address("/session"), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ token }),
    });
    if (answer.ok) return;
    const { error } = await answer.json().catch(() => ({}));
    throw new Error(answer.status === 401 ? translated("This is not the owner's token.") : (translatedMessage(error?.message ?? "") || translated("The studio does not answer.")));
}

export async function signOut() {
    await fetch(address("/session"), { method: "DELETE" });
}

/**
 * Calls `enter` immediately for the owner; others first see a form in `place`, which is hidden after sign-in.
 * `reason` explains what only the owner may do here.
 */
export async function requireOwner(place, enter, reason) {
    place.hidden = await isOwner();
    if (place.hidden) await enter();
    else showSignIn(place, enter, reason);
}

/** Shows the form to everyone but the signed-in owner. With `canLeave` a button hides it again. */
export function showSignIn(place, enter, reason, { canLeave = false } = {}) {
    place.hidden = false;
    const made = form(reason, async (token) => {
        await signIn(token);
        place.hidden = true;
        await enter();
    });
    if (canLeave) {
        const back = Object.assign(element("button", "button", translated("Back")), { type: "button", onclick: () => (place.hidden = true) });
        made.querySelector("[type=submit]").after(back);
    }
    place.replaceChildren(made);
}

function form(reason, open) {
    const made = element("form", "owner-door");
    const label = element("label", "", translated("Owner's token"));
    const input = Object.assign(element("input", "button figure"), { id: "token", type: "password", required: true, autocomplete: "current-password" });
    // A password manager needs a user name.
    const name = Object.assign(element("input"), { type: "text", autocomplete: "username", value: "owner", hidden: true });
    const hint = element("p", "label");
    const parts = translated("{command} printed it at its first start; it lies in the data folder, in the file {file}.").split(/(\{\w+\})/);
    const codes = { "{command}": "sightline serve", "{file}": "owner-token" };
    hint.append(...parts.map((part) => (part in codes ? element("code", "", codes[part]) : part)));
    const fault = Object.assign(element("p", "fault"), { role: "alert" });
    label.append(input);
    made.append(element("h2", "", reason), name, label, Object.assign(element("button", "button main", translated("Sign in")), { type: "submit" }), fault, hint);
    made.addEventListener("submit", async (event) => {
        event.preventDefault();
        fault.textContent = "";
        await open(input.value.trim()).catch((error) => (fault.textContent = translatedMessage(error.message)));
    });
    return made;
}

function element(name, className = "", textContent = "") {
    return Object.assign(document.createElement(name), { className, textContent });
}
