// The library does what its types declare: this compiles only if it does. Nothing runs it.

import type * as declared from "../../Web/sightline/sightline";
import { SessionFault } from "../../Web/sightline/core/fault.js";
import { pixelProjection, projectionMatrix, rotated, transformed } from "../../Web/sightline/core/projection.js";
import { featureWords, landmarkWords } from "../../Web/sightline/generated/records.js";
import { droppedFiles, pickedFiles } from "../../Web/sightline/sources/files.js";
import { isXRAvailable } from "../../Web/sightline/sources/xr.js";
import { zipped } from "../../Web/sightline/sources/zip.js";
import { AssistingTool } from "../../Web/sightline/tools/assisting.js";
import { BillboardTool } from "../../Web/sightline/tools/billboard.js";
import { DrawingTool } from "../../Web/sightline/tools/drawing.js";
import { MeasuringTool } from "../../Web/sightline/tools/measuring.js";
import { Session } from "../../Web/sightline/tools/standard-session.js";
import { CanvasScreen } from "../../Web/sightline/view/canvas-screen.js";
import { TrackScreen } from "../../Web/sightline/view/track-screen.js";

/** The tools' properties are installed when they register. */
type WithoutTools = Omit<declared.Session, "measuring" | "drawing" | "billboard" | "assisting">;

export const session: WithoutTools = new Session({ measuring: true });
export const tools: [declared.MeasuringTool, declared.DrawingTool, declared.BillboardTool, declared.AssistingTool] =
    [new MeasuringTool(), new DrawingTool(), new BillboardTool(), new AssistingTool()];
export const screens: [declared.CanvasScreen, declared.TrackScreen] =
    [new CanvasScreen(document.createElement("canvas")), new TrackScreen(document.createElement("video"))];
export const fault: declared.SessionFault = new SessionFault("cameraBusy");
export const functions: Pick<
    typeof declared, "droppedFiles" | "isXRAvailable" | "pickedFiles" | "pixelProjection" | "projectionMatrix" | "rotated" | "transformed" | "zipped"
> = { droppedFiles, isXRAvailable, pickedFiles, pixelProjection, projectionMatrix, rotated, transformed, zipped };
export const words: number[] = [featureWords, landmarkWords];

/** What a page in TypeScript writes. */
export async function use(own: declared.Session, canvas: HTMLCanvasElement): Promise<string> {
    own.onframe = (frame) => console.log(frame.trackingState, frame.worldFromCamera?.translation);
    own.measuring.onchange = ({ advice, live }) => console.log(advice, live?.text);
    await own.run({ recording: "recordings/desk/", pace: Infinity });
    const [hit] = await own.hitTest(canvas.width / 2, canvas.height / 2, ["existingPlane", "featurePoint"]);
    await own.measuring.choose("area");
    const bytes = await own.measuring.file("csv");
    return `${hit.type} ${bytes.length}`;
}
