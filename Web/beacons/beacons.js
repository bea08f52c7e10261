// The Beacons page: beacons near by, positions, and the owner's settings.

import { translated } from "../studio/language/language.js";
import { showSignIn, signOut } from "../studio/owner.js";
import * as api from "./api.js";
import { Forms } from "./forms.js";
import { Lists } from "./lists.js";
import { Live } from "./live.js";
import { Nearby } from "./nearby.js";
import { PlanEditor } from "./plan-editor.js";
import { PlanView } from "./plan-view.js";
import * as push from "./push.js";
import { Truth } from "./truth.js";

const byId = (id) => document.getElementById(id);
const nearby = new Nearby(byId);
const plan = new PlanView(byId("plan"));
const editor = new PlanEditor(plan, byId);
const lists = new Lists(byId);
const forms = new Forms(byId("form"));
const truth = new Truth(plan, byId);

let venue = null;
let live = null;
let calibration = null;

const receiverName = (id) => venue.receivers.find((receiver) => receiver.id === id)?.name ?? id;

/** Executes a person's request, and shows its error. */
async function attempt(work) {
    byId("trouble").hidden = true;
    try {
        await work();
    } catch (error) {
        if (error.status === 401) return refuse();
        byId("trouble").textContent = error.message;
        byId("trouble").hidden = false;
    }
}

// MARK: Showing

async function open() {
    await attempt(async () => {
        venue = await api.look();
        show();
        const key = live?.channelName === venue.channel ? null : await api.channelKey();
        // Another opening may have begun to listen meanwhile.
        if (key && live?.channelName !== venue.channel) listen(key, venue.channel);
        lists.showHistory((await api.history()).crossings);
    });
}

function show() {
    const { isOwner, simulation, receivers, plan: floor } = venue;
    document.body.dataset.owner = isOwner;
    document.body.dataset.run = simulation.isShown ? "simulated" : "own";
    const isRehearsal = simulation.venue === "own";
    byId("museum-words").hidden = isRehearsal;
    byId("rehearsal-words").hidden = byId("keep-rehearsal").hidden = !isRehearsal;
    const isEmpty = receivers.length === 0 && !(floor.width > 0) && !simulation.isShown;
    byId("simulated").hidden = !simulation.isShown;
    byId("empty").hidden = !isEmpty;
    byId("desk").hidden = isEmpty;
    byId("walk-again").hidden = simulation.isShown || isEmpty;
    byId("rehearse").hidden = simulation.isShown || !(floor.width > 0);
    byId("survey-legend").hidden = !venue.survey?.length;
    plan.show(venue);
    truth.show(venue);
    editor.show(venue);
    lists.show(venue);
    showPhone();
    move(venue.state);
}

function move(state) {
    venue.state = state;
    nearby.show(state, receiverName);
    plan.move(state);
    truth.move(state);
    lists.move(state);
    calibration?.(state.calibration);
}

/** The venue is not public. */
function refuse() {
    live?.end();
    live = null;
    document.body.dataset.owner = "false";
    document.body.dataset.run = "closed";
    for (const id of ["desk", "empty", "simulated"]) byId(id).hidden = true;
    showSignIn(byId("door"), open, translated("Who is near is for the owner to see"));
    pulse("closed");
}

function listen(key, channelName) {
    live?.end();
    live = new Live(key, channelName);
    live.onstate = (state) => venue && move(state);
    live.oncrossing = (crossing) => lists.note(crossing);
    live.onchanged = () => open();
    live.onpulse = (state) => (state === "refused" ? refuse() : pulse(state));
}

function pulse(state) {
    const words = { live: translated("Live"), connecting: translated("Connecting…"), unavailable: translated("No connection: trying again"), failed: translated("The studio refuses the connection"), closed: translated("Signed out") };
    byId("pulse").dataset.state = state;
    byId("pulse").textContent = words[state] ?? state;
}

nearby.onopen = () => move(venue.state);

// MARK: Setting up

function edit(kind, setting) {
    forms.ask(kind, setting, venue, {
        onkeep: async (kept) => {
            const id = await api.save(kind, kept);
            await open();
            // A new receiver needs its token; its dialog follows after this one has closed.
            if (kind === "receivers" && !kept.id && !venue.simulation.isShown) setTimeout(() => token({ ...kept, id }));
        },
        ondelete: setting.id && (async () => {
            await api.remove(kind, setting.id);
            await open();
        }),
    });
}

const invite = (beacon) => attempt(async () => forms.showInvitation(beacon.name, await api.inviteTag(beacon.id)));

const token = (receiver) => attempt(async () => forms.showToken(receiver.name, await api.makeToken(receiver.id)));

async function savePlan(changes) {
    await api.savePlan({ ...venue.plan, ...changes });
    await open();
}

function calibrate(key) {
    const name = venue.beacons.find(({ beacon }) => beacon === key)?.name ?? translated("this beacon");
    calibration = forms.calibrate(name, venue.receivers, {
        onstart: (receiver) => api.calibrate(key, receiver),
        onend: () => {
            calibration = null;
            attempt(() => api.endCalibration());
        },
    });
}

nearby.onname = (key) => edit("beacons", venue.beacons.find(({ beacon }) => beacon === key) ?? { beacon: key });
nearby.oncalibrate = calibrate;
lists.onedit = edit;
lists.ontoken = token;
lists.oninvite = invite;
lists.onsurvey = (beacon) => editor.survey(beacon);
editor.onsurvey = ({ beacon }, place) => attempt(() => api.survey(beacon, place));
byId("forget-survey").addEventListener("click", () => attempt(async () => {
    await api.forgetSurvey();
    await open();
}));
editor.onwall = (wall) => attempt(() => savePlan({ walls: [...venue.plan.walls, wall] }));
editor.onerase = (number) => attempt(() => savePlan({ walls: venue.plan.walls.filter((_, index) => index !== number) }));
editor.onzone = (zone) => edit("zones", zone);
editor.onmove = ({ kind, thing }, { x, y }) => attempt(async () => {
    // Immediately, so that the next step of a key starts from here.
    Object.assign(thing, { x, y });
    plan.show(venue);
    await api.save(kind, thing);
    await open();
});

for (const button of document.querySelectorAll("[data-add]")) {
    button.addEventListener("click", () => edit(button.dataset.add, button.dataset.add === "actions" ? { on: "both" } : {}));
}
byId("edit-plan").addEventListener("click", () => {
    const { width, depth, ...rest } = venue.plan;
    const size = width > 0 ? { width, depth } : {};
    forms.ask("plan", { ...rest, ...size }, venue, { onkeep: async ({ picture, isPictureRemoved, ...kept }) => {
        // The picture first: if it is refused, the form stays as it is.
        if (picture) await api.savePlanPicture(picture);
        else if (isPictureRemoved) await api.removePlanPicture();
        await savePlan(kept);
    } });
});
byId("older").addEventListener("click", () => attempt(async () => lists.showHistory((await api.history(lists.oldest)).crossings, true)));

// MARK: Notices on this device

const tag = push.tagToken();

/** Who carries a tag, and the owner, can receive notices here. */
async function showPhone() {
    const isFor = tag !== null || venue?.isOwner;
    byId("phone").hidden = !isFor;
    if (!isFor) return;
    const state = await push.state();
    const words = {
        on: translated("The studio sends a message when a region or zone is entered, also while this page is closed."),
        off: translated("Receive a message when a region or zone is entered, also while this page is closed."),
        blocked: translated("The browser blocks notifications of this page; allow them in its settings."),
        unsupported: translated("This browser receives none. An iPhone does once the page is on its home screen, others over an encrypted address."),
    };
    byId("phone-words").textContent = words[state];
    const button = byId("phone-switch");
    button.hidden = state !== "on" && state !== "off";
    button.textContent = state === "on" ? translated("End notices here") : translated("Send notices here");
    button.onclick = async () => {
        button.disabled = true;
        await attempt(() => (state === "on" ? push.stop() : push.start(tag)));
        button.disabled = false;
        await showPhone();
    };
}
showPhone();

// MARK: Coming in and trying out

const simulate = (wish) => attempt(async () => {
    await api.simulate(wish);
    await open();
});
byId("try-walk").addEventListener("click", () => simulate({ isShown: true }));
byId("walk-again").addEventListener("click", () => simulate({ isShown: true }));
byId("rehearse").addEventListener("click", () => simulate({ isShown: true, venue: "own", tagName: translated("Test tag") }));
byId("stop-walk").addEventListener("click", () => simulate({ isShown: false }));
byId("keep-rehearsal").addEventListener("click", () => simulate({ isShown: false, isKept: true }));
truth.onlead = (who, point) => attempt(() => api.leadWalker(who, point));
byId("sign-in").addEventListener("click", () => {
    showSignIn(byId("door"), open, translated("The owner sets up the venue and sees the real one"), { canLeave: true });
    byId("token").focus();
});
byId("sign-out").addEventListener("click", () => attempt(async () => {
    await signOut();
    live?.end();
    live = null;
    await open();
}));
open();
