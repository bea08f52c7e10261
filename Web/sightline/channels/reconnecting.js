// What a client of channels does when its connection has ended, by the protocol's close codes.

const longestWait = 30_000;

/**
 * How to come back after `code`, the close frame's, and so many attempts in vain: `{ after }` milliseconds and `withTLS`, or null where
 * the same attempt would be refused again. Waits double from one second and are drawn from half as much again, so that many clients do
 * not come back in step.
 */
export function wayBack(code, { attempts = 0, isTLS = false, random = Math.random } = {}) {
    if (code === 4000) return isTLS ? null : { after: 0, withTLS: true };
    const isRefused = (code > 4000 && code < 4100) || code >= 4300;
    if (isRefused) return null;
    // A server that keeps saying “at once” is not to be hammered.
    const isAtOnce = code >= 4200 && attempts === 0;
    const full = Math.min(longestWait, 1000 * 2 ** Math.min(attempts, 10));
    return { after: isAtOnce ? random() * 250 : full * (1 + random() / 2), withTLS: isTLS };
}
