"""Two client libraries nobody here wrote, against a real server: PyPI `pusher` (HTTP) and `pysher` (WebSocket).

Usage: peers.py PORT KEY SECRET. Prints one line a check and exits 1 when one fails.
"""
import json
import queue
import sys

import pusher
import pysher

PORT, KEY, SECRET = int(sys.argv[1]), sys.argv[2], sys.argv[3]
FAILED = []


def check(name, condition, seen=None):
    print(("ok   " if condition else "FAIL ") + name + ("" if condition else f": {seen!r}"), flush=True)
    if not condition:
        FAILED.append(name)


def connected(user=None):
    client = pysher.Pusher(
        KEY, secret=SECRET, secure=False, custom_host="127.0.0.1", port=PORT,
        user_data={"user_id": user, "user_info": {"name": user}} if user else None, auto_sub=True, daemon=True)
    ready = queue.Queue()
    client.connection.bind("pusher:connection_established", ready.put)
    client.connect()
    greeting = json.loads(ready.get(timeout=60))
    return client, greeting["socket_id"]


def subscribed(client, channel):
    """Subscribes and waits for the answer, which may come before a handler could be bound to the channel."""
    done = queue.Queue()
    hear = client.connection.event_handler

    def overhear(event, data, name):
        if (event, name) == ("pusher_internal:subscription_succeeded", channel):
            done.put(data)
        hear(event, data, name)

    client.connection.event_handler = overhear
    handle = client.subscribe(channel)
    return handle, done.get(timeout=60)


def main():
    http = pusher.Pusher(app_id="3", key=KEY, secret=SECRET, host="127.0.0.1", port=PORT, ssl=False)

    one, socket_id = connected()
    news, _ = subscribed(one, "news")
    heard = queue.Queue()
    news.bind("greeting", heard.put)
    check("trigger answers an object", http.trigger("news", "greeting", {"text": "hello"}) == {})
    got = heard.get(timeout=60)
    check("the event arrives with its data as a JSON string", json.loads(got) == {"text": "hello"}, got)
    http.trigger("news", "greeting", "plain text")
    check("plain text stays plain text", heard.get(timeout=60) == "plain text")
    http.trigger("news", "greeting", "not for the sender", socket_id)
    http.trigger_batch([
        {"channel": "news", "name": "greeting", "data": "first"},
        {"channel": "news", "name": "greeting", "data": {"second": 2}},
    ])
    check("the excepted socket hears only the batch", heard.get(timeout=60) == "first")
    check("a batch keeps its order", json.loads(heard.get(timeout=60)) == {"second": 2})

    private, _ = subscribed(one, "private-room")
    other, _ = connected()
    theirs, _ = subscribed(other, "private-room")
    events = queue.Queue()
    private.bind("client-typing", events.put)
    theirs.trigger("client-typing", {"who": "other"})
    got = events.get(timeout=60)
    check("a client event with an object arrives", (json.loads(got) if isinstance(got, str) else got) == {"who": "other"}, got)
    theirs.trigger("client-typing", json.dumps({"who": "string"}))
    got = events.get(timeout=60)
    check("a client event with a string arrives", (json.loads(got) if isinstance(got, str) else got) == {"who": "string"}, got)

    ann, _ = connected("ann")
    room, snapshot = subscribed(ann, "presence-room")
    presence = json.loads(snapshot)["presence"]
    check("presence tells who is there", presence["ids"] == ["ann"] and presence["count"] == 1, presence)
    added, removed = queue.Queue(), queue.Queue()
    room.bind("pusher_internal:member_added", added.put)
    room.bind("pusher_internal:member_removed", removed.put)
    bob, _ = connected("bob")
    subscribed(bob, "presence-room")
    check("a newcomer is told", json.loads(added.get(timeout=60))["user_id"] == "bob")
    check("users are listed", sorted(u["id"] for u in http.users_info("presence-room")["users"]) == ["ann", "bob"])
    info = http.channels_info("presence-", ["user_count"])["channels"]
    check("channels are listed", info == {"presence-room": {"user_count": 2}}, info)
    info = http.channel_info("presence-room", ["user_count"])
    check("a channel is told", info == {"occupied": True, "user_count": 2}, info)
    bob.disconnect(timeout=1)
    check("a departure is told", json.loads(removed.get(timeout=60))["user_id"] == "bob")
    check("terminating a user's connections is taken", http.terminate_user_connections("nobody") == {})
    for client in (one, other, ann):
        client.disconnect(timeout=1)
    sys.exit(1 if FAILED else 0)


main()
