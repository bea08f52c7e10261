// The Beacons page: beacons near by, positions, and the owner's settings.

import { numberText, translated } from "../studio/language/language.js";
import { showSignIn, signOut } from "../studio/owner.js";
import * as api from "./api.js";
import { FloorSwitch, floorName, held, onFloor } from "./floor-switch.js";
import { Forms } from "./forms.js";
import { Lists } from "./lists.js";
import { Live } from "./live.js";
import { Nearby } from "./nearby.js";
import { OwnPlace } from "./own-place.js";
import { PlanEditor } from "./plan-editor.js";
import { PlanView } from "./plan-view.js";
import * as push from "./push.js";
import { SurveyWalk } from "./survey-walk.js";
import { Truth } from "./truth.js";

const byId = (id) => document.getElementById(id);
const nearby = new Nearby(byId);
const plan = new PlanView(byId("plan"));
const editor = new PlanEditor(plan, byId);
const floors = new FloorSwitch(byId);
const ownPlace = new OwnPlace(plan, byId);
const lists = new Lists(byId);
const forms = new Forms(byId("form"));
const truth = new Truth(plan, byId);
const walk = new SurveyWalk(plan, byId);

let venue = null;
let live = null;
let calibration = null;
/** The first of two points that tie the plan to the earth. */
let firstPoint = null;

/** On which floor a position is, in words; nothing where the venue has one. */
function floorWords(position) {
    const floor = venue.floors.length > 1 && venue.floors.find(({ id }) => id === position?.floor);
    return floor ? translated("{floor}, {percent} % sure", { floor: floorName(floor), percent: numberText(Math.round(100 * position.floorProbability)) }) : "";
}

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
    const { isOwner, simulation, receivers } = venue;
    document.body.dataset.owner = isOwner;
    document.body.dataset.run = simulation.isShown ? "simulated" : "own";
    const isRehearsal = simulation.venue === "own";
    byId("museum-words").hidden = isRehearsal;
    byId("rehearsal-words").hidden = byId("keep-rehearsal").hidden = !isRehearsal;
    const isEmpty = receivers.length === 0 && venue.floors.length === 0 && !simulation.isShown;
    byId("simulated").hidden = !simulation.isShown;
    byId("empty").hidden = !isEmpty;
    byId("desk").hidden = isEmpty;
    byId("walk-again").hidden = simulation.isShown || isEmpty;
    byId("rehearse").hidden = simulation.isShown || venue.floors.length === 0;
    floors.show(venue);
    lists.show(venue);
    showPhone();
    showFloor();
}

/** Shows the chosen floor. */
function showFloor() {
    const shown = onFloor(venue, floors.floor);
    byId("survey-legend").hidden = !shown.survey?.length;
    plan.show(shown);
    truth.show(shown);
    ownPlace.show(shown);
    editor.show(shown);
    walk.show(shown.floor?.id ?? null);
    move(venue.state);
}

function move(state) {
    venue.state = state;
    nearby.show(state, receiverName, floorWords);
    floors.move(state);
    ownPlace.move(state);
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
    if (kind === "floors") return editFloor(kind, setting);
    // A region is for any receiver, for those of a floor, or for one.
    const heardBy = kind === "regions" && setting.floor ? { receiver: `floor:${setting.floor}` } : {};
    const here = ["receivers", "beacons", "zones"].includes(kind) ? { floor: floors.floor?.id } : {};
    forms.ask(kind, { ...here, ...setting, ...heardBy }, venue, {
        onkeep: async (kept) => {
            const [, floor] = kind === "regions" ? kept.receiver?.match(/^floor:(.*)$/) ?? [] : [];
            const id = await api.save(kind, kind !== "regions" ? kept : { ...kept, floor, receiver: floor ? undefined : kept.receiver });
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

/** Edits a floor (`floors`), or the shown one together with the venue's rules (`plan`). */
function editFloor(kind, { picture: image, survey, ...setting }) {
    const asked = { ...(kind === "plan" ? rules(venue.plan) : {}), image, ...setting };
    forms.ask(kind, asked, venue, {
        onkeep: async ({ image: _, picture, isPictureRemoved, method, isPublic, ceilingLoss, isEarthRemoved, ...floor }) => {
            // The picture of a floor that is there first: if it is refused, the rest stays as it is.
            if (floor.id) await keepPicture(floor.id, picture, isPictureRemoved);
            if (kind === "plan") await api.savePlan({ ...venue.plan, ...rules({ ...venue.plan, method, isPublic, ceilingLoss }), ...(isEarthRemoved ? { earth: [] } : {}) });
            const id = await api.save("floors", floor);
            // Once it is there, the form is that of the new floor.
            if (!floor.id) {
                asked.id = id;
                await keepPicture(id, picture, false);
            }
            await open();
            floors.choose(id);
        },
        ondelete: kind === "floors" && setting.id && (async () => {
            const things = held(venue, setting.id);
            const name = floorName(setting);
            if (things.length && !confirm(translated("On {name}: {things}. Remove the floor? Its zones go with it; receivers and beacons stay, without a place.", { name, things: things.join(", ") }))) return;
            await api.removeFloor(setting.id);
            await open();
        }),
    });
}

const rules = ({ method, isPublic, ceilingLoss }) => ({ method, isPublic, ceilingLoss });

async function keepPicture(floor, picture, isRemoved) {
    if (picture) await api.saveFloorPicture(floor, picture);
    else if (isRemoved) await api.removeFloorPicture(floor);
}

/** Keeps other walls of the shown floor. */
async function saveWalls(change) {
    const { picture: _, survey: __, ...floor } = floors.floor;
    await api.save("floors", { ...floor, walls: change(floor.walls) });
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
lists.onsurvey = (beacon) => {
    editor.survey(beacon);
    walk.offer(beacon);
};
editor.onsurvey = ({ beacon }, place) => (walk.isOn ? walk.mark(place) : attempt(() => api.survey(beacon, place, floors.floor?.id)));
editor.onmode = (mode) => mode !== "survey" && walk.leave();
walk.onfinish = open;
editor.onearth = ({ x, y }) => forms.ask("earth", {}, venue, { onkeep: async ({ latitude, longitude }) => {
    const point = { x, y, latitude, longitude };
    if (!firstPoint) {
        firstPoint = point;
        return editor.advise(translated("Now a second point, far from the first."));
    }
    await api.savePlan({ ...venue.plan, earth: [firstPoint, point] });
    firstPoint = null;
    await open();
    editor.advise(translated("The plan is tied to the earth."));
} });
floors.onchoose = () => {
    floors.show(venue);
    showFloor();
};
floors.onedit = (floor) => editFloor("floors", floor);
floors.onorder = (order) => attempt(async () => {
    await api.orderFloors(order);
    await open();
});
byId("forget-survey").addEventListener("click", () => attempt(async () => {
    await api.forgetSurvey();
    await open();
}));
editor.onwall = (wall) => attempt(() => saveWalls((walls) => [...walls, wall]));
editor.onerase = (number) => attempt(() => saveWalls((walls) => walls.filter((_, index) => index !== number)));
editor.onzone = (zone) => edit("zones", zone);
editor.onmove = ({ kind, thing }, { x, y }) => attempt(async () => {
    // Immediately, so that the next step of a key starts from here.
    Object.assign(thing, { x, y });
    plan.show(onFloor(venue, floors.floor));
    await api.save(kind, thing);
    await open();
});

for (const button of document.querySelectorAll("[data-add]")) {
    const begun = { actions: () => ({ on: "both" }), floors: newFloor };
    button.addEventListener("click", () => edit(button.dataset.add, begun[button.dataset.add]?.() ?? {}));
}

/** A floor above the others, as large as the shown one. */
function newFloor() {
    const levels = venue.floors.map(({ level }) => level);
    if (levels.length === 0) return { name: translated("Ground floor"), level: 0 };
    const { width, depth } = floors.floor;
    return { level: Math.max(...levels) + 1, width, depth };
}
byId("edit-plan").addEventListener("click", () => editFloor("plan", floors.floor ?? newFloor()));
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
truth.onlead = (who, point) => attempt(() => api.leadWalker(who, point, floors.floor?.id));
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
