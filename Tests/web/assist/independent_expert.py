"""An expert that shares no line with the product: aiortc for the call, docs/tools/assist.md for everything else."""
import asyncio
import json
import threading
import time

import requests
import websocket
from aiortc import RTCConfiguration, RTCIceServer, RTCPeerConnection, RTCSessionDescription
from aiortc.sdp import candidate_from_sdp


def code_of(picture):
    """The frame's code in a gray image; None where the strip does not check."""
    height, width = picture.shape
    strip = picture[int(height / 46 * 0.25):max(1, int(height / 46 * 0.75))].mean(axis=0)
    cells = [strip[int((i + 0.4) * width / 32):int((i + 0.6) * width / 32) + 1].mean() for i in range(32)]
    middle = (cells[0] + cells[1]) / 2
    bits = [int(cell > middle) for cell in cells]
    if bits[:2] != [1, 0] or cells[0] - cells[1] < 60:
        return None
    code = int("".join(map(str, bits[2:26])), 2)
    rest = code << 6
    for bit in range(29, 5, -1):
        if rest >> bit & 1:
            rest ^= 0b1000011 << (bit - 6)
    return code if rest ^ 0b101101 == int("".join(map(str, bits[26:])), 2) else None


class IndependentExpert:
    """Joins a room, receives the site's image and voice, and can draw."""

    def __init__(self, studio, room, name="Robot"):
        self.studio, self.room = studio, room
        answer = requests.post(f"{studio}api/assist/rooms/{room}/join", json={"role": "expert", "name": name}, timeout=10)
        answer.raise_for_status()
        self.told = answer.json()
        self.codes, self.sizes, self.messages, self.voices = [], [], [], 0
        self.opened = threading.Event()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.connection = self.drawing = self.site = None
        self.pieces, self.count, self.early = {}, 0, []
        self.socket = websocket.create_connection(f"{studio.replace('http', 'ws')}app/{self.told['key']}?protocol=7&client=test&version=1")
        threading.Thread(target=self._listen, daemon=True).start()

    def _say(self, event, data, **more):
        self.socket.send(json.dumps({"event": event, "data": data, **more}))

    def _signal(self, message, to=None):
        text = json.dumps(message)
        parts = [text[i:i + 6000] for i in range(0, len(text), 6000)]
        self.count += 1
        for i, part in enumerate(parts):
            self._say("client-signal", {"to": to, "instance": "robot", "id": self.count, "part": i, "of": len(parts), "text": part},
                      channel=f"presence-room-{self.room}")
            time.sleep(0.13)

    def _listen(self):
        while True:
            try:
                message = json.loads(self.socket.recv())
            except Exception:
                return
            data = json.loads(message["data"]) if isinstance(message.get("data"), str) else message.get("data")
            self._take(message["event"], data, message.get("user_id"))

    def _take(self, event, data, user):
        if event == "pusher:ping":
            self._say("pusher:pong", {})
        if event == "pusher:connection_established":
            channel = f"presence-room-{self.room}"
            answer = requests.post(f"{self.studio}api/channels/auth", data={"socket_id": data["socket_id"], "channel_name": channel},
                                   headers={"X-Assist-Pass": self.told["pass"]}, timeout=10)
            answer.raise_for_status()
            self._say("pusher:subscribe", {"channel": channel, **answer.json()})
        if event == "pusher_internal:subscription_succeeded":
            self._signal({"hello": True})
        if event == "client-signal" and data["to"] in (None, self.told["member"]):
            pieces = self.pieces.setdefault((user, data["id"]), {})
            pieces[data["part"]] = data["text"]
            if len(pieces) == data["of"]:
                self.site = user
                signal = json.loads("".join(pieces[i] for i in range(data["of"])))
                asyncio.run_coroutine_threadsafe(self._follow(signal), self.loop).result(60)

    async def _follow(self, signal):
        if signal.get("description", {}).get("type") == "offer":
            if self.connection is None:
                self._open()
            await self.connection.setRemoteDescription(RTCSessionDescription(signal["description"]["sdp"], "offer"))
            await self.connection.setLocalDescription(await self.connection.createAnswer())
            local = self.connection.localDescription
            answer = {"description": {"type": local.type, "sdp": local.sdp}}
            self.loop.run_in_executor(None, self._signal, answer, self.site)
        for each in signal.get("candidates", []):
            if self.connection and each["candidate"]:
                candidate = candidate_from_sdp(each["candidate"].removeprefix("candidate:"))
                candidate.sdpMid, candidate.sdpMLineIndex = each["sdpMid"], each["sdpMLineIndex"]
                await self.connection.addIceCandidate(candidate)

    def _open(self):
        servers = [RTCIceServer(**server) for server in self.told["iceServers"]]
        self.connection = RTCPeerConnection(RTCConfiguration(iceServers=servers))
        self.drawing = self.connection.createDataChannel("annotations", negotiated=True, id=1)
        self.drawing.on("open", self.opened.set)
        self.drawing.on("message", lambda text: self.messages.append(json.loads(text)))
        self.connection.on("track", lambda track: asyncio.ensure_future(self._watch(track)))

    async def _watch(self, track):
        while True:
            try:
                frame = await track.recv()
            except Exception:
                return
            if track.kind == "audio":
                self.voices = max(self.voices, abs(frame.to_ndarray()).max())
            else:
                picture = frame.to_ndarray(format="gray")
                self.sizes.append(picture.shape)
                self.codes.append(code_of(picture))

    def draw(self, *messages):
        for message in messages:
            self.loop.call_soon_threadsafe(self.drawing.send, json.dumps({"v": 1, **message}))

    def leave(self):
        self._say("client-signal", {"to": None, "instance": "robot", "id": 0, "part": 0, "of": 1, "text": '{"bye": true}'},
                  channel=f"presence-room-{self.room}")
        self.socket.close()
        if self.connection:
            asyncio.run_coroutine_threadsafe(self.connection.close(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
