// The studio's addresses for beacons.

import { translated, translatedMessage } from "../studio/language/language.js";

/** A refused field is its name and the reason; the form shows the field. */
function told(message) {
    const [, reason = ""] = message.match(/^\w+: (.*)\.$/) ?? [];
    const known = translatedMessage(reason);
    return known === reason ? translatedMessage(message) : known;
}

/** The studio refused a request; `status` and `code` are its own. */
export class Refusal extends Error {
    name = "Refusal";

    constructor(status, { code = null, message = translated("The studio answered {status}.", { status }) } = {}) {
        super(told(message));
        this.status = status;
        this.code = code;
    }
}

async function ask(method, address, body, fields = {}) {
    const isSent = body !== undefined;
    const answer = await fetch(address, {
        method,
        headers: isSent ? { "Content-Type": "application/json", ...fields } : fields,
        body: isSent ? JSON.stringify(body) : undefined,
    });
    if (!answer.ok) throw new Refusal(answer.status, (await answer.json().catch(() => ({}))).error);
    const text = await answer.text();
    return text ? JSON.parse(text) : null;
}

export const look = () => ask("GET", "/api/beacons");
export const history = (before) => ask("GET", `/api/beacons/history?limit=30${before ? `&before=${before}` : ""}`);
export const channelKey = async () => (await ask("GET", "/api/channels")).key;
export const simulate = (isShown) => ask("PUT", "/api/beacons/simulation", { isShown });
export const savePlan = (plan) => ask("PUT", "/api/beacons/plan", plan);
export const makeToken = async (receiver) => (await ask("POST", `/api/beacons/receivers/${receiver}/token`)).token;
export const inviteTag = async (beacon) => (await ask("POST", `/api/beacons/beacons/${beacon}/invitation`)).token;
export const pushKey = async () => (await ask("GET", "/api/beacons/push")).key;
export const keepPush = (subscription, token) => ask("PUT", "/api/beacons/push", subscription, token ? { "X-Tag-Token": token } : {});
export const forgetPush = (subscription) => ask("DELETE", "/api/beacons/push", subscription);
export const calibrate = (beacon, receiver) => ask("POST", "/api/beacons/calibrations", { beacon, receiver });
export const endCalibration = () => ask("DELETE", "/api/beacons/calibrations");

/**
 * Stores a setting of a kind (`receivers`, `beacons`, `regions`, `zones`, `actions`, `notices`); a new one has no `id`.
 * Returns its `id`.
 */
export async function save(kind, setting) {
    const { id } = setting;
    const answer = await (id ? ask("PUT", `/api/beacons/${kind}/${id}`, setting) : ask("POST", `/api/beacons/${kind}`, setting));
    return answer.id;
}

export const remove = (kind, id) => ask("DELETE", `/api/beacons/${kind}/${id}`);
