// The home page's first step: a phone is offered its camera; a computer the sample recording, and a code for a phone.

import { fetchRecordings } from "./recordings.js";
import { root } from "./root.js";

const retrySeconds = 5;
const patienceSeconds = 300;

const isPhone = matchMedia("(any-pointer: coarse)").matches;
const byId = (id) => document.getElementById(id);

function offer(name) {
    const query = `?recording=${encodeURIComponent(name)}`;
    Object.assign(byId("sample"), { href: `measure/${query}`, hidden: false });
    byId("track").href = `track/${query}`;
    // A computer's camera has no motion sensors beside it: the recording comes first there.
    byId("sample").classList.toggle("main", !isPhone);
    byId("measure").classList.toggle("main", isPhone);
}

/** Offers the longest sample there is, also one that is still being made when the page opens. */
async function offerSample() {
    for (let waited = 0; waited < patienceSeconds; waited += retrySeconds) {
        const names = (await fetchRecordings().catch(() => [])).map(({ name }) => name);
        const name = ["room", "first-look"].find((each) => names.includes(each)) ?? names[0];
        if (name) offer(name);
        if (name && name !== "first-look") return;
        await new Promise((resolve) => setTimeout(resolve, 1000 * retrySeconds));
    }
}

/** Shows the address at which a phone near by finds this studio, if there is one that gives it a camera. */
async function invite() {
    const response = await fetch(new URL("api/invitation", root)).catch(() => null);
    if (response?.status !== 200) return;
    const { address, code } = await response.json();
    byId("invitation-code").src = `data:image/svg+xml,${encodeURIComponent(code)}`;
    Object.assign(byId("invitation-address"), { textContent: address, href: address });
    byId("invitation").hidden = false;
}

offerSample();
if (!isPhone) invite();
