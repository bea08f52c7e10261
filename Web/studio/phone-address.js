// The studio's address for a phone near by, as text and as a QR code.

import { root } from "./root.js";

/**
 * Shows it in the page's elements `invitation`, `invitation-code` and `invitation-address`, if there is an address at
 * which a phone can use its camera.
 */
export async function showPhoneAddress(byId) {
    const response = await fetch(new URL("api/invitation", root)).catch(() => null);
    // No content: there is no address at which a phone could use a camera.
    if (response?.status !== 200) return;
    const { address, code } = await response.json();
    byId("invitation-code").src = `data:image/svg+xml,${encodeURIComponent(code)}`;
    Object.assign(byId("invitation-address"), { textContent: address, href: address });
    byId("invitation").hidden = false;
}
