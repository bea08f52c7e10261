// The initial bitrate of a call: the hint in the other side's description.
import assert from "node:assert/strict";
import { test } from "node:test";

import { withStartBitrate } from "../../../Web/assist/call/start-bitrate.js";

const description = (...lines) => ({ type: "answer", sdp: ["v=0", ...lines, ""].join("\r\n") });
const linesOf = ({ sdp }) => sdp.split("\r\n");
const hint = "x-google-start-bitrate=1000";

test("each codec of the video has the hint, with its own parameters or without; repairs and voices have none", () => {
    const given = description(
        "m=audio 9 UDP/TLS/RTP/SAVPF 111", "a=rtpmap:111 opus/48000/2", "a=fmtp:111 minptime=10",
        "m=video 9 UDP/TLS/RTP/SAVPF 96 97 103", "a=rtpmap:96 VP8/90000", "a=rtcp-fb:96 nack", "a=rtpmap:97 rtx/90000", "a=fmtp:97 apt=96",
        "a=rtpmap:103 H264/90000", "a=fmtp:103 packetization-mode=1;profile-level-id=42001f",
    );
    const told = linesOf(withStartBitrate(given));
    assert.equal(withStartBitrate(given).type, "answer");
    assert.ok(told.includes(`a=fmtp:96 ${hint}`));
    assert.ok(told.includes(`a=fmtp:103 packetization-mode=1;profile-level-id=42001f;${hint}`));
    assert.deepEqual(told.filter((line) => !line.includes(hint)), linesOf(given).filter((line) => !line.startsWith("a=fmtp:103")));
});

test("every section for video has it; a description without video stays as it is", () => {
    const video = ["m=video 9 UDP/TLS/RTP/SAVPF 96", "a=rtpmap:96 VP8/90000"];
    assert.equal(linesOf(withStartBitrate(description(...video, ...video))).filter((line) => line === `a=fmtp:96 ${hint}`).length, 2);
    const bare = description("m=audio 9 UDP/TLS/RTP/SAVPF 111", "a=rtpmap:111 opus/48000/2");
    assert.deepEqual(withStartBitrate(bare), bare);
});
