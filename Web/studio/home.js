// The home page's first step: a phone offers its camera; a computer the sample recording, and a QR code for a phone.

import { showPhoneAddress } from "./phone-address.js";
import { fetchRecordings } from "./recordings.js";

const retrySeconds = 5;
const patienceSeconds = 300;

const isPhone = matchMedia("(any-pointer: coarse)").matches;
const byId = (id) => document.getElementById(id);

function offer(name) {
    const query = `?recording=${encodeURIComponent(name)}`;
    Object.assign(byId("sample"), { href: `measure/${query}`, hidden: false });
    byId("track").href = `track/${query}`;
    // A computer's camera has no motion sensors: there the recording comes first.
    byId("sample").classList.toggle("main", !isPhone);
    byId("measure").classList.toggle("main", isPhone);
}

/** Offers the longest available sample, also one that is still being made when the page opens. */
async function offerSample() {
    for (let waited = 0; waited < patienceSeconds; waited += retrySeconds) {
        const names = (await fetchRecordings().catch(() => [])).map(({ name }) => name);
        const name = ["room", "first-look"].find((each) => names.includes(each)) ?? names[0];
        if (name) offer(name);
        if (name && name !== "first-look") return;
        await new Promise((resolve) => setTimeout(resolve, 1000 * retrySeconds));
    }
}

offerSample();
if (!isPhone) showPhoneAddress(byId);
