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

async function request(method, address, body, fields = {}) {
    const isJSON = body !== undefined && !(body instanceof Blob);
    const answer = await fetch(address, {
        method,
        headers: isJSON ? { "Content-Type": "application/json", ...fields } : fields,
        body: isJSON ? JSON.stringify(body) : body,
    });
    if (!answer.ok) throw new Refusal(answer.status, (await answer.json().catch(() => ({}))).error);
    const text = await answer.text();
    return text ? JSON.parse(text) : null;
}

export const look = () => request("GET", "/api/beacons");
export const history = (before) => request("GET", `/api/beacons/history?limit=30${before ? `&before=${before}` : ""}`);
export const channelKey = async () => (await request("GET", "/api/channels")).key;
export const simulate = (wish) => request("PUT", "/api/beacons/simulation", wish);
export const leadWalker = (who, { x, y }, floor) => request("PUT", "/api/beacons/simulation/walker", { who, x, y, floor });
export const savePlan = (plan) => request("PUT", "/api/beacons/plan", plan);
export const orderFloors = (order) => request("PUT", "/api/beacons/floors/order", { order });
export const removeFloor = (id) => request("DELETE", `/api/beacons/floors/${id}?contents=removed`);
export const saveFloorPicture = (id, file) => request("PUT", `/api/beacons/floors/${id}/picture`, file);
export const removeFloorPicture = (id) => request("DELETE", `/api/beacons/floors/${id}/picture`);
export const survey = (beacon, { x, y }, floor) => request("POST", "/api/beacons/survey", { beacon, x, y, floor });
export const beginWalk = (beacon, floor) => request("POST", "/api/beacons/survey/walk", { beacon, floor });
export const endWalk = (walk) => request("PUT", "/api/beacons/survey/walk", walk);
export const dropWalk = () => request("DELETE", "/api/beacons/survey/walk");
export const forgetSurvey = () => request("DELETE", "/api/beacons/survey");
export const makeToken = async (receiver) => (await request("POST", `/api/beacons/receivers/${receiver}/token`)).token;
export const inviteTag = async (beacon) => (await request("POST", `/api/beacons/beacons/${beacon}/invitation`)).token;
export const pushKey = async () => (await request("GET", "/api/beacons/push")).key;
export const keepPush = (subscription, token) => request("PUT", "/api/beacons/push", subscription, token ? { "X-Tag-Token": token } : {});
export const forgetPush = (subscription) => request("DELETE", "/api/beacons/push", subscription);
export const calibrate = (beacon, receiver) => request("POST", "/api/beacons/calibrations", { beacon, receiver });
export const endCalibration = () => request("DELETE", "/api/beacons/calibrations");

/**
 * Stores a setting of a kind (`floors`, `receivers`, `beacons`, `regions`, `zones`, `actions`, `notices`); a new one has no `id`.
 * Returns its `id`.
 */
export async function save(kind, setting) {
    const { id } = setting;
    const answer = await (id ? request("PUT", `/api/beacons/${kind}/${id}`, setting) : request("POST", `/api/beacons/${kind}`, setting));
    return answer.id;
}

export const remove = (kind, id) => request("DELETE", `/api/beacons/${kind}/${id}`);
