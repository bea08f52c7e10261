// The call's statistics in words.

import { numberText, translated } from "../../studio/language/language.js";
import { personName } from "./person-names.js";

const bits = (rate) => (rate >= 1e6 ? `${numberText(rate / 1e6, 1)} Mbit/s` : `${numberText(rate / 1e3, 0)} kbit/s`);
const size = ({ width, height, rate }) => `${numberText(width)}×${numberText(height)}, ${numberText(rate, 0)}/s`;
const limits = { cpu: translated("device"), bandwidth: translated("network") };

/** Rows of `[name, value]`. */
export function rowsOf(figures, call) {
    const rows = [];
    for (const each of figures) {
        const name = [...call.room.peers.values()].find(({ peer }) => peer === each.peer)?.member.name ?? "";
        rows.push([personName(name), each.isRelayed ? translated("relayed") : translated("direct")]);
        if (each.roundTrip !== null) rows.push([translated("Round trip"), `${numberText(1000 * each.roundTrip, 0)} ms`]);
        rows.push([translated("Received"), bits(each.received)], [translated("Sent"), bits(each.sent)]);
        if (each.imagesIn) rows.push([translated("Pictures in"), size(each.imagesIn)], [translated("Freezes"), numberText(each.imagesIn.freezes)]);
        if (each.imagesOut) rows.push([translated("Pictures out"), size(each.imagesOut) + (each.imagesOut.limit in limits ? ` (${limits[each.imagesOut.limit]})` : "")]);
        rows.push([translated("Voice lost"), `${numberText(100 * each.lost, 1)} %`]);
    }
    const { cost } = call.side;
    if (cost) rows.push([translated("Tracking"), `${numberText(cost.engine, 0)} ms`], [translated("Drawing"), `${numberText(cost.view, 0)} ms`]);
    return rows;
}
