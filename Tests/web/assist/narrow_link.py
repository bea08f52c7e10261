"""A UDP link that loses and delays: `narrow_link.py LISTEN-HOST LISTEN-PORT TARGET-HOST TARGET-PORT LOSS MILLISECONDS`."""
import asyncio
import random
import sys


class Way(asyncio.DatagramProtocol):
    """One client's way to the target and back."""

    def __init__(self, back):
        self.back = back

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, _):
        later(lambda: self.back(data))


def later(action):
    if random.random() >= LOSS:
        asyncio.get_running_loop().call_later(SECONDS, action)


class Entrance(asyncio.DatagramProtocol):
    def __init__(self):
        self.ways = {}

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, client):
        asyncio.ensure_future(self.forward(data, client))

    async def forward(self, data, client):
        if client not in self.ways:
            self.ways[client] = asyncio.get_running_loop().create_datagram_endpoint(
                lambda: Way(lambda answer: self.transport.sendto(answer, client)), remote_addr=TARGET)
            self.ways[client] = asyncio.ensure_future(self.ways[client])
        transport, _ = await asyncio.shield(self.ways[client])
        later(lambda: transport.sendto(data))


async def main():
    await asyncio.get_running_loop().create_datagram_endpoint(Entrance, local_addr=(sys.argv[1], int(sys.argv[2])))
    print("ready", flush=True)
    await asyncio.Event().wait()


TARGET = (sys.argv[3], int(sys.argv[4]))
LOSS, SECONDS = float(sys.argv[5]), float(sys.argv[6]) / 1000
random.seed(7)
asyncio.run(main())
