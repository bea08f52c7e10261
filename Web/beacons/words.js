// Texts of the Beacons page.

import { numberText, timeText, translated } from "../studio/language/language.js";
import { make } from "./elements.js";

export const zoneWords = { immediate: translated("Immediate"), near: translated("Near"), far: translated("Far"), unknown: translated("Unknown") };
export const stateWords = { inside: translated("Inside"), outside: translated("Outside"), unknown: translated("Unknown") };
export const permissionWords = { allowed: translated("Allowed"), denied: translated("Denied"), restricted: translated("Restricted"), notDetermined: translated("Not determined") };

export function distance({ distance, accuracy }) {
    return distance < 0 ? "–" : `${numberText(distance, 1)} m ± ${numberText(accuracy, 1)}`;
}

export const age = (seconds) => translated("{seconds} s", { seconds: numberText(seconds, seconds < 9.95 ? 1 : 0) });

/** What a beacon says of its battery and its time on, in words; empty for nothing. */
export function telemetryWords({ battery = null, temperature = null, advertisements = null, uptime = null }) {
    return [
        battery !== null && translated("battery {volts} V", { volts: numberText(battery / 1000, 2) }),
        temperature !== null && translated("{degrees} °C", { degrees: numberText(temperature, 1) }),
        uptime !== null && uptimeWords(uptime),
        advertisements !== null && translated("packets sent: {count}", { count: numberText(advertisements) }),
    ].filter(Boolean).join(" · ");
}

function uptimeWords(seconds) {
    if (seconds < 3600) return translated("on for {minutes} min", { minutes: numberText(Math.floor(seconds / 60)) });
    if (seconds < 172_800) return translated("on for {hours} h", { hours: numberText(Math.floor(seconds / 3600)) });
    return translated("on for {days} d", { days: numberText(Math.floor(seconds / 86_400)) });
}

/** A web address that a beacon sends, as a link that is opened by a tap alone; null for one that a browser should not be given. */
export function webLink(address) {
    let url = null;
    try {
        url = new URL(address);
    } catch {
        return null;
    }
    if ( !["http:", "https:"].includes(url.protocol) || url.username || url.password) return null;
    return make("a", { class: "web-address", href: url.href, text: address, dir: "ltr", translate: "no", target: "_blank", rel: "noopener noreferrer nofollow", referrerpolicy: "no-referrer" });
}

/** A beacon's numbers, for persons: `1/2` of a UUID, or the end of an Eddystone's identity. */
export function shortKey(key) {
    const [identity] = key.split("@");
    const parts = identity.split("/");
    return parts.length === 3 ? `${parts[1]}/${parts[2]} · ${parts[0].slice(0, 8)}…` : `Eddystone ${parts[1] ?? key}`;
}

/** A time of today as hours, minutes and seconds; of another day with the day. */
export function clock(milliseconds) {
    const isToday = new Date(milliseconds).toDateString() === new Date().toDateString();
    const day = isToday ? {} : { day: "numeric", month: "short" };
    return timeText(milliseconds, { ...day, hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

/** One line of history. */
export function crossingWords({ event, name, who, whoName, detail }) {
    const somebody = whoName ?? (who ? shortKey(who) : null);
    switch (event) {
        case "enter":
            return somebody ? translated("{place}: {somebody} came", { place: name, somebody }) : translated("{place}: somebody came", { place: name });
        case "exit": return somebody ? translated("{place}: {somebody} left", { place: name, somebody }) : translated("{place}: all gone", { place: name });
        case "determined":
            return detail === "inside" ? translated("{place}: somebody is there", { place: name }) : translated("{place}: nobody is there", { place: name });
        default: return translated("{place}: no receiver can tell ({reason})", { place: name, reason: faultWords[detail] ?? detail });
    }
}

const faultWords = { adapterLost: translated("the radio is gone"), denied: translated("no permission to listen"), disconnected: translated("no report for 15 s") };
