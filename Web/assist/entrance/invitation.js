// The invitation for an expert: the room's address, and its QR code.

import { translated } from "../../studio/language/language.js";
import { showCode } from "./code-picture.js";
import { request } from "../call/room.js";

const ownersAlone = translated("Experts come in by an invitation of the studio's owner.");

/**
 * Shows for whom a person alone in a room waits; `departed` is the last other member, `{ name }`, null if there was
 * none.
 */
export function describeWait(byId, room, isSite, departed) {
    const isOpen = room.room?.access !== "token";
    const title = isSite ? translated("Room “{room}” is open", { room: room.name }) : translated("The one on site is not here yet");
    byId("alone-title").textContent = departed ? translated("{name} has left", { name: departed.name }) : title;
    byId("alone-text").textContent = departed ? translated("The room stays open: if they come back, you see and hear each other again.")
        : !isSite ? translated("Tell them the room's name: {room}.", { room: room.name })
        : isOpen ? translated("Tell the expert its name, send the link, or have the code scanned.") : ownersAlone;
}

/** Shows the room's invitation on the page; `notify(text)` receives the result of copying it. */
export async function offerInvitation(byId, room, isSite, notify) {
    const isOpen = room.room?.access !== "token";
    byId("alone-copy").hidden = !isOpen || !isSite;
    byId("invite-ways").hidden = !isOpen;
    const { address, code } = isOpen ? await invitation(room) : {};
    byId("invite-text").textContent = address ?? ownersAlone;
    showCode(byId("alone-code"), isSite ? code : null);
    showCode(byId("invite-code"), code);
    for (const id of ["copy", "alone-copy"]) byId(id).onclick = () => copy(address, notify);
    if (!address) return;
    const words = encodeURIComponent(`${translated("Please look at this with me:")} ${address}`);
    // iOS wants the body after “&”, Android after “?”.
    byId("invite-message").href = `sms:?&body=${words}`;
    byId("invite-mail").href = `mailto:?subject=${encodeURIComponent(translated("Invitation to a call"))}&body=${words}`;
}

/** Without an answer of the studio the invitation is the page's own address. */
async function invitation({ name, pass }) {
    const own = `${location.origin}/assist/?${new URLSearchParams({ room: name, role: "expert" })}`;
    return request(`rooms/${name}/invitation`, { pass }).catch(() => ({ address: own, code: null }));
}

async function copy(address, notify) {
    try {
        await navigator.clipboard.writeText(address);
        notify(translated("The link was copied."));
    } catch {
        notify(address);
    }
}
