"""A WebSocket library nobody here wrote, PyPI `websockets`, with permessage-deflate.

Usage: compressed.py PORT KEY SECRET. Exits 1 when something is not as it should be.
"""
import json
import sys

import pusher
from websockets.sync.client import connect

PORT, KEY, SECRET = int(sys.argv[1]), sys.argv[2], sys.argv[3]
text = "measured " * 1_000

with connect(f"ws://127.0.0.1:{PORT}/app/{KEY}?protocol=7", compression="deflate") as socket:
    answer = socket.response.headers["Sec-WebSocket-Extensions"]
    assert "permessage-deflate" in answer and "server_no_context_takeover" in answer, answer
    assert socket.protocol.extensions, "the library did not take the answer"
    assert json.loads(socket.recv(timeout=30))["event"] == "pusher:connection_established"
    # The library compresses what it sends.
    socket.send(json.dumps({"event": "pusher:subscribe", "data": {"channel": "news"}}))
    assert json.loads(socket.recv(timeout=30))["event"] == "pusher_internal:subscription_succeeded"
    server = pusher.Pusher("3", KEY, SECRET, host="127.0.0.1", port=PORT, ssl=False)
    for number in range(3):
        server.trigger("news", f"event-{number}", text)
        event = json.loads(socket.recv(timeout=30))
        assert event["event"] == f"event-{number}" and event["data"] == text, event
