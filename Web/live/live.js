// Live readings of another device.

import { readingChannel, readingEvent } from "../measure/publishing.js";
import { Channels } from "../sightline/channels.js";
import { numberText, readingText, timeText, translated, translatedMessage } from "../studio/language/language.js";
import { StoredReadings } from "./stored-readings.js";
import { ReadingChart } from "./reading-chart.js";
import { ReadingLog, titled } from "./reading-log.js";

const byId = (id) => document.getElementById(id);
const old = 10_000;
const chart = new ReadingChart(byId("chart"));
const log = new ReadingLog(byId);
let last = null;

async function watch(code) {
    const answer = await fetch("../api/channels").catch(() => null);
    if (!answer?.ok) return refuse(translated("This server has no channels."));
    const channels = new Channels({ ...(await answer.json()), authorize: new URL("../api/channels/auth", location.href).href });
    channels.onstate = showState;
    const channel = channels.subscribe(readingChannel(code)).bind(readingEvent, take);
    try {
        await channel.subscribed;
    } catch (error) {
        channels.disconnect();
        return refuse(error.status === 403 ? translated("That is no code of a measuring device.") : translatedMessage(error.message));
    }
    byId("door").hidden = true;
    byId("watch").hidden = byId("state").hidden = false;
    showState(channels.state);
    log.add(...await new StoredReadings(byId, code).open());
}

function take(reading) {
    if (!isReading(reading)) return;
    last = reading;
    chart.add(reading);
    log.add(reading);
    const [value, sigma = ""] = readingText(reading.text).split(" ± ");
    byId("value").textContent = value;
    byId("sigma").textContent = sigma && `± ${sigma}`;
    byId("what").textContent = reading.isFinal ? translated("{measurement}: result", { measurement: reading.name || titled(reading.kind) })
        : translated("{measurement}: measuring", { measurement: titled(reading.kind) });
    showAge();
}

/** Everyone with the code may publish, so every value is validated. */
function isReading(reading) {
    return typeof reading?.text === "string" && typeof reading.kind === "string" && typeof reading.unit === "string"
        && [reading.value, reading.sigma, reading.time].every(Number.isFinite);
}

function showAge() {
    if (!last) return;
    const age = Math.max(0, Date.now() - last.time);
    byId("reading").dataset.now = age > old ? "none" : last.isFinal ? "result" : "live";
    byId("reading").dataset.old = String(age > old);
    byId("age").textContent = age < 2000 ? translated("Now") : age < 60_000 ? translated("{seconds} s ago", { seconds: numberText(Math.round(age / 1000)) }) : timeText(last.time);
}

function showState(state) {
    byId("state").dataset.state = state;
    byId("state").textContent = { connected: translated("Live"), failed: translated("Refused"), unavailable: translated("No connection") }[state] ?? translated("Connecting…");
}

function refuse(message) {
    byId("watch").hidden = true;
    byId("door").hidden = false;
    byId("refusal").textContent = message;
}

/** The code in a person's input, an address or the code alone. */
const codeIn = (text) => text.trim().split("#").at(-1).toLowerCase().replace(/[^a-z0-9]/g, "");

byId("door").addEventListener("submit", (event) => {
    event.preventDefault();
    location.hash = codeIn(byId("code").value);
});
addEventListener("hashchange", () => location.reload());
setInterval(() => {
    showAge();
    if (last && Date.now() - last.time < 120_000) chart.draw();
}, 1000);

const code = codeIn(location.hash);
if (code) watch(code);
else byId("door").hidden = false;
