// A recorded session: its sensors' calibration, inertial samples and images in order.

import { openEuroc } from "./euroc.js";
import { HttpFiles, LocalFiles } from "./files.js";
import { openLines } from "./lines.js";

/** Opens a recording: an address of its folder, a map of dropped files, or anything with `has`, `blob` and `text` of a path. */
export async function openRecording(source) {
    const files = source instanceof Map ? new LocalFiles(source) : source.blob ? source : new HttpFiles(source);
    const recording = (await openEuroc(files)) ?? (await openLines(files));
    if (!recording && files.isVideoAlone) throw new Error("A video alone says nothing of motion: drop it together with its data.jsonl and calibration.json.");
    if (!recording) throw new Error("No recording was found there: neither mav0/cam0 (EuRoC) nor data.jsonl.");
    if (recording.images.length === 0) throw new Error("The recording has no pictures.");
    if (recording.inertial.timestamps.length === 0) throw new Error("The recording has no inertial samples.");
    return recording;
}
