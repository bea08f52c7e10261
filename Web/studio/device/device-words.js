// The words by which a browser names its device and itself.

const longest = 80;

/** Browsers by the marks of their user agents, special ones before those that they imitate. */
const marks = [
    ["Edge", /\bEdg(?:A|iOS)?\/(\d+)/], ["Opera", /\bOPR\/(\d+)/], ["Samsung Internet", /\bSamsungBrowser\/(\d+)/], ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
    ["Chrome", /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/], ["Safari", /\bVersion\/(\d+(?:\.\d+)?).*\bSafari\//],
];

/** `{ device, browser }`, such as "Pixel 7, Android 14" and "Chrome 130"; "unknown" for what the browser does not say. */
export async function deviceWords() {
    const { userAgent, userAgentData } = navigator;
    const told = await userAgentData?.getHighEntropyValues?.(["model", "platform", "platformVersion"]).catch(() => null);
    const [name, version] = marks.map(([name, mark]) => [name, userAgent.match(mark)?.[1]]).find(([, version]) => version) ?? ["unknown"];
    const system = told?.platform ? `${told.platform} ${told.platformVersion?.split(".")[0] ?? ""}`.trim() : "";
    const agent = userAgent.match(/\(([^)]*)\)/)?.[1] ?? "";
    const device = [told?.model, system].filter(Boolean).join(", ") || agent || "unknown";
    return { device: device.slice(0, longest), browser: [name, version].filter(Boolean).join(" ") };
}
