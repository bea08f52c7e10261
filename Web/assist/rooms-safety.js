// The panel "Who can do what" of the owner's page.

/** More lines than this are shown only if the owner asks. */
const FEW = 6;

/** What the studio's error codes say about somebody who was refused. */
const KINDS = {
    wrong_token: "Wrong owner's token",
    too_many_tokens: "Too many wrong owner's tokens",
    owner_only: "Asked for what is the owner's",
    cross_origin: "A page of another address wanted to change something",
    not_json: "A form of another page",
    unknown_host: "Asked for another name than the studio's",
    host: "A request without a name, or with two",
    path: "An address with forbidden characters",
    too_many_requests: "Too many requests",
    too_many_joins: "Too many attempts to join",
    too_many_renewals: "Too many new passes",
    too_many_rooms: "Too many rooms",
    door_crowded: "Too many people waited",
    record_quota: "More records than a day's",
    invite_needed: "Wanted to join without an invitation",
    pass_invalid: "An invitation of another studio",
    pass_expired: "An invitation that has ended",
    pass_revoked: "A pass that was taken back",
    pass_elsewhere: "An invitation for another room",
    host_only: "Asked for what is the host's",
    refused: "Wanted to join a channel",
    unknown_receiver: "A beacon receiver with a wrong token",
};

const byId = (id) => document.getElementById(id);
let showsAll = false;

/** Shows what `/api/owner/safety` answered; `line` makes a line of a list from a name and a note. */
export function showSafety(safety, line) {
    showFacts(safety);
    showConnected(safety, line);
    showRefused(safety.refusals, line);
    showSpace(safety.storage, line);
}

function showFacts({ opensRooms, isEncrypted, allowedOrigins, openRecordings }) {
    const recordings = openRecordings === 1 ? "1 recording" : `${openRecordings} recordings`;
    const facts = [
        ["Open rooms", opensRooms ? "Allowed to everybody" : "Only rooms that you made", opensRooms],
        ["Captures", "Yours alone", false],
        ["Records of calls", "Yours, and of whoever has a record's link", false],
        ["Recordings", openRecordings ? `${recordings} given at the start, open to everybody` : "None is open to everybody", openRecordings > 0],
        ["Traffic", isEncrypted ? "Encrypted" : "Not encrypted by the studio itself; a proxy may do it", !isEncrypted],
        ["Other websites", allowedOrigins.length ? `May ask to join channels: ${allowedOrigins.join(", ")}` : "May do nothing here", allowedOrigins.length > 0],
    ];
    byId("facts").replaceChildren(...facts.flatMap(([name, text, isOpen]) => [
        Object.assign(document.createElement("dt"), { textContent: name }),
        Object.assign(document.createElement("dd"), { textContent: text, className: isOpen ? "open" : "" }),
    ]));
}

function showConnected({ clients, addresses, rooms }, line) {
    byId("connected-note").textContent = `${count(clients, "page")} on the studio's channels. ${addresses.length ? "" : "No other machine is connected."}`;
    byId("connected").replaceChildren(
        ...rooms.map(({ name, inside, waiting }) => line(`Room ${name}`, `${count(inside, "person", "people")} inside${waiting ? `, ${waiting} waiting` : ""}`)),
        ...addresses.map(({ address, connections }) => line(address, count(connections, "connection"))),
    );
}

function showRefused(refusals, line) {
    const shown = showsAll ? refusals : refusals.slice(0, FEW);
    byId("refused-note").textContent = refusals.length ? "" : "Nothing since the studio was started.";
    byId("refused").replaceChildren(...shown.map(({ kind, address, count: times, lastAt }) => line(
        KINDS[kind] ?? kind, `${address ?? "this machine"} · ${times === 1 ? "once" : `${times} times`}, last ${new Date(lastAt).toLocaleString()}`,
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
    byId("record-meter").title = `${Math.round(share * 100)} %`;
    const left = Math.max(0, records.limitBytes - records.usedBytes);
    const lines = [
        line("Records of calls", `${gibibytes(records.usedBytes)} of ${gibibytes(records.limitBytes)} used, ${gibibytes(left)} left`),
        line("Captures", `${gibibytes(captureBytes)} used`),
    ];
    if (records.freeBytes !== undefined) lines.push(line("Disk", `${gibibytes(records.freeBytes)} free`));
    byId("space").replaceChildren(...lines);
}

function count(number, one, many = `${one}s`) {
    return `${number} ${number === 1 ? one : many}`;
}

function gibibytes(bytes) {
    return `${(bytes / 2 ** 30).toFixed(bytes < 2 ** 30 ? 2 : 1)} GiB`;
}
