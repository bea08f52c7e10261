// The call's figures in words.

const bits = (rate) => (rate >= 1e6 ? `${(rate / 1e6).toFixed(1)} Mbit/s` : `${Math.round(rate / 1e3)} kbit/s`);
const size = ({ width, height, rate }) => `${width}×${height}, ${Math.round(rate)}/s`;
const limits = { cpu: " (device)", bandwidth: " (network)" };

/** Rows of `[name, value]`. */
export function rowsOf(figures, call) {
    const rows = [];
    for (const each of figures) {
        const name = [...call.room.peers.values()].find(({ peer }) => peer === each.peer)?.member.name ?? "";
        rows.push([name, each.isRelayed ? "relayed" : "direct"]);
        if (each.roundTrip !== null) rows.push(["Round trip", `${Math.round(1000 * each.roundTrip)} ms`]);
        rows.push(["Received", bits(each.received)], ["Sent", bits(each.sent)]);
        if (each.picturesIn) rows.push(["Pictures in", size(each.picturesIn)], ["Freezes", String(each.picturesIn.freezes)]);
        if (each.picturesOut) rows.push(["Pictures out", size(each.picturesOut) + (limits[each.picturesOut.limit] ?? "")]);
        rows.push(["Voice lost", `${(100 * each.lost).toFixed(1)} %`]);
    }
    const { cost } = call.side;
    if (cost) rows.push(["Tracking", `${cost.engine.toFixed(0)} ms`], ["Drawing", `${cost.view.toFixed(0)} ms`]);
    return rows;
}
