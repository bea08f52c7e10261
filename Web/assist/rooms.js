// The owner's page: rooms, invitations, who can do what, recorded sessions.

import { dateText, numberText, translated, translatedCount, translatedMessage } from "../studio/language/language.js";
import { requireOwner } from "../studio/owner.js";
import { showCode } from "./entrance/code-picture.js";
import { personName } from "./people/person-names.js";
import { showSafety } from "./rooms-safety.js";

/** The interval between two updates of connections and refusals, milliseconds. */
const SAFETY_PAUSE = 5_000;

const byId = (id) => document.getElementById(id);

async function request(path, { method = "GET", body } = {}) {
    const answer = await fetch(path, {
        method, body: body && JSON.stringify(body), headers: body ? { "Content-Type": "application/json" } : {},
    });
    if (answer.status === 204) return null;
    const told = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(told.error?.message ?? translated("The studio answered {status}.", { status: answer.status }));
    return told;
}

/** Executes an action and shows its error. */
async function attempt(action) {
    byId("trouble").hidden = true;
    try {
        await action();
    } catch (error) {
        byId("trouble").textContent = translatedMessage(error.message);
        byId("trouble").hidden = false;
    }
}

function button(text, action) {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: text });
    made.onclick = () => attempt(action);
    return made;
}

/** A row of a list. The name is that of a room, a person or a device, which is the same in every language. */
function line(name, note, ...actions) {
    const item = document.createElement("li");
    const words = document.createElement("span");
    words.append(
        Object.assign(document.createElement("strong"), { textContent: name, translate: false }),
        Object.assign(document.createElement("small"), { textContent: note }),
    );
    item.append(words, ...actions);
    return item;
}

/** Shows a new invitation as a code and a link. */
async function invite(room, role) {
    const { address, code, expiresAt } = await request(`/api/assist/rooms/${room}/invites`, { method: "POST", body: { role, minutes: 24 * 60 } });
    byId("invitation-title").textContent = role === "site" ? translated("Invitation to the site of {room}", { room }) : translated("Invitation of an expert to {room}", { room });
    byId("invitation-until").textContent = translated("Scan the code, or send the link. It lasts until {time}.", { time: dateText(new Date(expiresAt)) });
    byId("invitation-address").value = address;
    showCode(byId("invitation-code"), code);
    byId("copy").textContent = translated("Copy the link");
    byId("invitation").showModal();
}

async function refresh() {
    const paths = ["/api/assist/rooms", "/api/assist/records", "/api/assist/settings", "/api/owner/sessions", "/api/owner/safety", "/api/problem-reports"];
    const [{ rooms }, { records }, settings, { sessions }, safety, { reports, storage }] = await Promise.all(paths.map((path) => request(path)));
    byId("desk").hidden = false;
    byId("no-rooms").hidden = rooms.length > 0;
    byId("no-records").hidden = records.length > 0;
    byId("opens-rooms").checked = settings.opensRooms;
    byId("opens-rooms").disabled = settings.isFixed;
    byId("opens-rooms-note").textContent = settings.isFixed ? translated("This was decided when the studio was started.") : "";
    byId("browsers").replaceChildren(...sessions.map(browserLine));
    byId("rooms").replaceChildren(...rooms.map(roomLine));
    byId("records").replaceChildren(...records.map(recordLine));
    byId("no-reports").hidden = reports.length > 0;
    byId("reports").replaceChildren(...reports.map(reportLine));
    byId("reports-space").textContent = reports.length === 0 ? "" : translated("{used} MB of {limit} MB used", {
        used: numberText(storage.usedBytes / 1e6, 1), limit: numberText(storage.limitBytes / 1e6, 0),
    });
    showSafety(safety, line);
}

/** Updates the connections and refusals every few seconds while the page is visible. */
function watchSafety() {
    setInterval(async () => {
        if (document.hidden || byId("desk").hidden) return;
        const safety = await request("/api/owner/safety").catch(() => null);
        if (safety) showSafety(safety, line);
    }, SAFETY_PAUSE);
}

function roomLine({ name, access, hasWaitingRoom, retentionDays }) {
    const notes = [access === "open" ? translated("open to whoever knows its name") : translated("by invitation"), hasWaitingRoom ? translated("waiting room") : "", translatedCount(retentionDays, "records kept {count} day", "records kept {count} days")];
    return line(
        name, notes.filter(Boolean).join(" · "),
        button(translated("Invite to the site"), () => invite(name, "site")), button(translated("Invite an expert"), () => invite(name, "expert")),
        button(translated("Delete"), async () => {
            await request(`/api/assist/rooms/${name}`, { method: "DELETE" });
            await refresh();
        }),
    );
}

function browserLine({ id, device, createdAt, isThis }) {
    const note = translated("signed in {time}", { time: dateText(new Date(createdAt)) }) + (isThis ? ` · ${translated("this browser")}` : "");
    return line(device || translated("A browser without a name"), note, button(translated("Sign out"), async () => {
        await request(`/api/owner/sessions/${id}`, { method: "DELETE" });
        if (isThis) return location.reload();
        await refresh();
    }));
}

function recordLine({ id, room, people, startedAt, expiresAt }) {
    const open = Object.assign(document.createElement("a"), { className: "button", href: `session.html?id=${id}`, textContent: translated("Look") });
    const note = [
        dateText(new Date(startedAt)), people.map(personName).join(", "), translated("kept until {day}", { day: dateText(new Date(expiresAt), { dateStyle: "medium" }) }),
    ].join(" · ");
    return line(room, note, open, button(translated("Delete"), async () => {
        await request(`/api/assist/records/${id}`, { method: "DELETE" });
        await refresh();
    }));
}

function reportLine({ identifier, page, text, device, receivedAt, bytes }) {
    const address = `/api/problem-reports/${identifier}`;
    const get = Object.assign(document.createElement("a"), { className: "button", href: address, download: `problem-${identifier}.zip`, textContent: translated("Download") });
    const note = [dateText(new Date(receivedAt)), device, translated("{megabytes} MB", { megabytes: numberText(bytes / 1e6, 1) })].join(" · ");
    return line(text ? `${page} · ${text}` : page, note, get, button(translated("Delete"), async () => {
        await request(address, { method: "DELETE" });
        await refresh();
    }));
}

byId("make").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
        const body = { name: byId("name").value.trim(), access: byId("token-only").checked ? "token" : "open", hasWaitingRoom: byId("waiting-room").checked };
        await request("/api/assist/rooms", { method: "POST", body });
        byId("name").value = "";
        await refresh();
    });
});
byId("opens-rooms").onchange = () => attempt(async () => {
    await request("/api/assist/settings", { method: "PUT", body: { opensRooms: byId("opens-rooms").checked } });
    await refresh();
});
byId("sign-out-all").onclick = () => attempt(async () => {
    await request("/api/owner/sessions", { method: "DELETE" });
    location.reload();
});
byId("copy").onclick = async () => {
    byId("invitation-address").select();
    const isCopied = await navigator.clipboard?.writeText(byId("invitation-address").value).then(() => true, () => false);
    byId("copy").textContent = isCopied ? translated("Copied") : translated("Copy it from the field");
};
byId("invitation-done").onclick = () => byId("invitation").close();
watchSafety();
requireOwner(byId("door"), () => attempt(refresh), translated("Only the studio's owner makes rooms and sees what was recorded"));
