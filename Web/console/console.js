// The console of the channel server: only for the owner, live over the server's own channels.

import { Channels } from "../sightline/channels.js";
import { numberText, translated, translatedCount, translatedMessage } from "../studio/language/language.js";
import { requireOwner, signOut } from "../studio/owner.js";
import { ChannelList } from "./channel-list.js";
import { EventLog } from "./event-log.js";
import { byteCount, duration, tableRow } from "./elements.js";
import { RateChart } from "./rate-chart.js";
import { Tabs } from "./tabs.js";
import { WebhookLog } from "./webhook-log.js";

const byId = (id) => document.getElementById(id);
const hidden = "••••••••";
const chart = new RateChart(byId("chart"));
const log = new EventLog(byId);
const webhooks = new WebhookLog(byId);
const tabs = new Tabs(byId("tabs"), (id) => id === "connections-tab" && showConnections());
const channelList = new ChannelList(byId("channels"), byId("channel-names"), request, (name) => (byId("send").elements.channel.value = name));
let applications = [];
let lastPublished = null;
let refreshing = null;

async function request(path, options = {}) {
    const answer = await fetch(`../api/console/${path}`, options);
    if (!answer.ok) throw new Error((await answer.text()) || answer.statusText);
    return answer.json();
}

async function enter() {
    const state = await request("state");
    for (const id of ["console", "leave", "state"]) byId(id).hidden = false;
    show(state);
    webhooks.add(state.webhooks);
    const channels = new Channels({ key: state.key, url: location.origin + state.prefix, authorize: new URL("../api/console/auth", location.href).href });
    showState(channels.state);
    channels.onstate = showState;
    channels.subscribe("private-console").bind("rates", showRates).bind("events", receive);
    addEventListener("pagehide", () => channels.disconnect(), { once: true });
}

function showState(state) {
    byId("state").dataset.state = state;
    byId("state").textContent = state === "connected" ? translated("Live") : state === "failed" ? translated("Refused") : translated("Connecting…");
}

function receive({ events, skipped }) {
    const more = skipped > 0 ? [{ time: Date.now(), kind: "skipped", data: translatedCount(skipped, "{count} more within a tenth of a second", "{count} more within a tenth of a second") }] : [];
    log.add([...events, ...more]);
    webhooks.add(events.filter(({ kind }) => kind === "webhook"));
    if (events.some(({ kind }) => /subscribed$|connected$/.test(kind))) refresh();
}

function showRates({ connections, subscriptions, published }) {
    byId("connections").textContent = numberText(connections);
    byId("subscriptions").textContent = numberText(subscriptions);
    if (lastPublished !== null) {
        const rate = Math.max(0, published - lastPublished);
        byId("rate").textContent = numberText(rate);
        chart.add(rate);
    }
    lastPublished = published;
}

/** Fetches the state, a third of a second after the first of many changes. */
function refresh() {
    refreshing ??= setTimeout(async () => {
        refreshing = null;
        show(await request("state").catch(() => ({ applications })));
        if (!byId("connections-panel").hidden) showConnections();
    }, 300);
}

function show(state) {
    applications = state.applications;
    const select = byId("application");
    const chosen = select.value;
    select.replaceChildren(...applications.map(({ id, name }) => new Option(name || id, id)));
    if (applications.some(({ id }) => id === chosen)) select.value = chosen;
    showApplication();
}

function current() {
    return applications.find(({ id }) => id === byId("application").value) ?? applications[0];
}

function showApplication() {
    const application = current();
    byId("number").textContent = application?.id ?? "";
    byId("key").textContent = application?.key ?? "";
    channelList.show(application);
    log.choose(application?.id);
    webhooks.choose(application);
}

async function showConnections() {
    const application = current();
    const connections = application ? await request(`applications/${application.id}/connections`).catch(() => []) : [];
    byId("connection-rows").replaceChildren(...connections.map(({ socket, user, seconds, bytes, channels }) => tableRow(
        ["name", socket], ["name", user ?? ""], ["count", duration(seconds)], ["count", byteCount(bytes)], ["data", channels.join(", ")],
    )));
    byId("connections-empty").hidden = connections.length > 0;
}

function reveal(secret) {
    byId("secret").textContent = secret ?? hidden;
    byId("reveal").textContent = secret ? translated("Hide") : translated("Show");
    byId("reveal").setAttribute("aria-expanded", String(Boolean(secret)));
}

byId("application").addEventListener("change", () => {
    reveal(null);
    showApplication();
    if (!byId("connections-panel").hidden) showConnections();
});
byId("reveal").addEventListener("click", async () => {
    const isShown = byId("reveal").getAttribute("aria-expanded") === "true";
    reveal(isShown ? null : await request(`applications/${current().id}/secret`));
});
byId("copy-key").addEventListener("click", () => navigator.clipboard.writeText(current().key));
/** Whether a text is JSON; any other text may be sent too, as a string. */
function isJSON(text) {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}

byId("send").elements.data.addEventListener("input", ({ target: { value } }) => {
    byId("data-kind").textContent = isJSON(value) ? "" : translated("This is not JSON. It will be sent as plain text.");
});
byId("send").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { channel, name, data } = Object.fromEntries(new FormData(event.target));
    const body = JSON.stringify({ channel, name, data });
    byId("sent").textContent = await request(`applications/${current().id}/events`, { method: "POST", headers: { "Content-Type": "application/json" }, body }).then(
        () => (isJSON(data) ? translated("Sent to {channel}.", { channel }) : translated("Sent to {channel} as plain text.", { channel })),
        ({ message }) => translatedMessage(message),
    );
});
byId("leave").addEventListener("click", async () => {
    await signOut();
    location.reload();
});

tabs.choose("events-tab");
requireOwner(byId("door"), enter, translated("The console shows every application of this server with its secrets, so it is the owner's alone"));
