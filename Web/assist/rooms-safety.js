// The panel "Who can do what" of the owner's page.

import { dateText, numberText, translated, translatedCount } from "../studio/language/language.js";

/** The number of lines that are shown without a tap. */
const FEW = 6;

/** The meaning of the studio's error codes for refusals. */
const KINDS = {
    wrong_token: translated("Wrong owner's token"),
    too_many_tokens: translated("Too many wrong owner's tokens"),
    owner_only: translated("Asked for what is the owner's"),
    cross_origin: translated("A page of another address wanted to change something"),
    not_json: translated("A form of another page"),
    unknown_host: translated("Asked for another name than the studio's"),
    host: translated("A request without a name, or with two"),
    path: translated("An address with forbidden characters"),
    too_many_requests: translated("Too many requests"),
    too_many_joins: translated("Too many attempts to join"),
    too_many_renewals: translated("Too many new passes"),
    too_many_rooms: translated("Too many rooms"),
    door_crowded: translated("Too many people waited"),
    record_quota: translated("More records than a day's"),
    report_quota: translated("More problem reports than a day's"),
    invite_needed: translated("Wanted to join without an invitation"),
    pass_invalid: translated("An invitation of another studio"),
    pass_expired: translated("An invitation that has ended"),
    pass_revoked: translated("A pass that was taken back"),
    pass_elsewhere: translated("An invitation for another room"),
    host_only: translated("Asked for what is the host's"),
    refused: translated("Wanted to join a channel"),
    unknown_receiver: translated("A beacon receiver with a wrong token"),
};

const byId = (id) => document.getElementById(id);
let showsAll = false;

/** Shows the answer of `/api/owner/safety`; `line` makes a list's line from a name and a note. */
export function showSafety(safety, line) {
    showFacts(safety);
    showConnected(safety, line);
    showRefused(safety.refusals, line);
    showSpace(safety.storage, line);
}

function showFacts({ opensRooms, isEncrypted, allowedOrigins, openRecordings }) {
    const recordings = translatedCount(
        openRecordings, "{count} recording given at the start, open to everybody", "{count} recordings given at the start, open to everybody",
    );
    const facts = [
        [translated("Open rooms"), opensRooms ? translated("Allowed to everybody") : translated("Only rooms that you made"), opensRooms],
        [translated("Captures"), translated("Yours alone"), false],
        [translated("Records of calls"), translated("Yours, and of whoever has a record's link"), false],
        [translated("Recordings"), openRecordings ? recordings : translated("None is open to everybody"), openRecordings > 0],
        [translated("Traffic"), isEncrypted ? translated("Encrypted") : translated("Not encrypted by the studio itself; a proxy may do it"), !isEncrypted],
        [translated("Other websites"), allowedOrigins.length ? translated("May ask to join channels: {addresses}", { addresses: allowedOrigins.join(", ") }) : translated("May do nothing here"), allowedOrigins.length > 0],
    ];
    byId("facts").replaceChildren(...facts.flatMap(([name, text, isOpen]) => [
        Object.assign(document.createElement("dt"), { textContent: name }),
        Object.assign(document.createElement("dd"), { textContent: text, className: isOpen ? "open" : "" }),
    ]));
}

function showConnected({ clients, addresses, rooms }, line) {
    const pages = translatedCount(clients, "{count} page on the studio's channels.", "{count} pages on the studio's channels.");
    byId("connected-note").textContent = addresses.length ? pages : `${pages} ${translated("No other machine is connected.")}`;
    byId("connected").replaceChildren(
        ...rooms.map(({ name, inside, waiting }) => line(translated("Room {name}", { name }), [
            translatedCount(inside, "{count} person inside", "{count} people inside"),
            ...(waiting ? [translatedCount(waiting, "{count} waiting", "{count} waiting")] : []),
        ].join(" · "))),
        ...addresses.map(({ address, connections }) => line(address, translatedCount(connections, "{count} connection", "{count} connections"))),
    );
}

function showRefused(refusals, line) {
    const shown = showsAll ? refusals : refusals.slice(0, FEW);
    byId("refused-note").textContent = refusals.length ? "" : translated("Nothing since the studio was started.");
    byId("refused").replaceChildren(...shown.map(({ kind, address, count: times, lastAt }) => line(
        KINDS[kind] ?? kind, [
            address ?? translated("this machine"), translatedCount(times, "once", "{count} times"), translated("last {time}", { time: dateText(lastAt) }),
        ].join(" · "),
    )));
    byId("refused-more").hidden = shown.length === refusals.length;
    byId("refused-more").onclick = () => {
        showsAll = true;
        showRefused(refusals, line);
    };
}

function showSpace({ records, captureBytes }, line) {
    const share = records.usedBytes / records.limitBytes;
    byId("record-meter").value = share;
    byId("record-meter").title = `${numberText(100 * share, 0)} %`;
    const left = Math.max(0, records.limitBytes - records.usedBytes);
    const lines = [
        line(translated("Records of calls"), translated("{used} of {limit} used, {left} left", {
            used: gibibytes(records.usedBytes), limit: gibibytes(records.limitBytes), left: gibibytes(left),
        })),
        line(translated("Captures"), translated("{used} used", { used: gibibytes(captureBytes) })),
    ];
    if (records.freeBytes !== undefined) lines.push(line(translated("Disk"), translated("{free} free", { free: gibibytes(records.freeBytes) })));
    byId("space").replaceChildren(...lines);
}

function gibibytes(bytes) {
    return `${numberText(bytes / 2 ** 30, bytes < 2 ** 30 ? 2 : 1)} GiB`;
}
