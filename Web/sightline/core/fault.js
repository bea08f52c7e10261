// Why a session cannot continue, for a person and for a program.

/**
 * An error with a `code`: `insecureOrigin`, `browserTooOld`, `cameraRefused`, `cameraMissing`, `cameraBusy`, `cameraUnsuited`, `cameraFailed`,
 * `cameraLost`, `motionRefused`, `motionMissing`, `engineFailed`, whose `cause` is what the browser says.
 */
export class SessionFault extends Error {
    constructor(code, message, options) {
        super(message, options);
        this.name = "SessionFault";
        this.code = code;
    }
}

const faults = {
    insecureOrigin: "This page came without encryption, so the browser gives it no camera: pages get it only over HTTPS or from this machine. You can still play a recording.",
    browserTooOld: "This browser is too old to give a camera's pictures one by one. Update it, or play a recording.",
    cameraRefused: "The camera was refused. Allow it for this page in the browser's settings, then try again, or play a recording.",
    cameraMissing: "No camera was found on this device. Open this page on a phone, or play a recording.",
    cameraBusy: "The camera is in use elsewhere. Close the other app or tab, then try again.",
    cameraUnsuited: "No camera here gives pictures as they were asked for.",
    cameraLost: "The camera was taken away. Close other apps that use it, then go on: what was measured stays.",
    motionRefused: "The motion sensors were refused, and without them nothing tells how large the world is. Allow motion and orientation for this page, then try again.",
    engineFailed: "The engine stopped because of a fault of its own. Load this page again to go on.",
    motionMissing: "There is no motion sensor here, and without one nothing tells how large the world is. Open this page on a phone, or play a recording.",
};

/** The error with a code. */
export function fault(code, options) {
    return new SessionFault(code, faults[code], options);
}
