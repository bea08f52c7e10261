"""A slow link before a server: a TCP proxy whose connections share a bandwidth and whose every byte is late.

It stands in for Chromium's own emulation of networks, which leaves out what a worker fetches: the engine.
"""
import asyncio
import contextlib
import threading

CHUNK = 2048


class SlowLink:
    """`port` leads to `target` at `bits_per_second` downwards, with `round_trip` seconds, of which opening a connection costs one."""

    def __init__(self, target, bits_per_second=1.6e6, round_trip=0.15):
        self.received = 0
        self._target = target
        self._rate = bits_per_second / 8
        self._late = round_trip / 2
        self._free_at = 0.0
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait(10)

    def _run(self, ready):
        asyncio.set_event_loop(self._loop)
        self._server = self._loop.run_until_complete(asyncio.start_server(self._connect, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]
        ready.set()
        self._loop.run_forever()

    async def _connect(self, reader, writer):
        await asyncio.sleep(2 * self._late)
        try:
            server_reader, server_writer = await asyncio.open_connection(*self._target)
        except OSError:
            return writer.close()
        # At the end of all, `close` cancels what still waits.
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(self._pass(reader, server_writer, self._upwards), self._pass(server_reader, writer, self._downwards))

    async def _pass(self, reader, writer, due):
        """Hands bytes on in order, each when it is due."""
        waiting = asyncio.Queue(maxsize=256)
        delivery = asyncio.ensure_future(self._deliver(waiting, writer))
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                await waiting.put((await due(len(data)), data))
        await waiting.put(None)
        await delivery

    async def _deliver(self, waiting, writer):
        with contextlib.suppress(OSError):
            while item := await waiting.get():
                moment, data = item
                await asyncio.sleep(max(0, moment - self._loop.time()))
                writer.write(data)
                await writer.drain()
        writer.close()

    async def _upwards(self, _):
        return self._loop.time() + self._late

    async def _downwards(self, count):
        """Waits for the bytes' turn on the shared link; the moment at which they arrive."""
        self.received += count
        begin = max(self._loop.time(), self._free_at)
        self._free_at = begin + count / self._rate
        await asyncio.sleep(max(0, begin - self._loop.time()))
        return self._free_at + self._late

    def close(self):
        for task in asyncio.all_tasks(self._loop):
            self._loop.call_soon_threadsafe(task.cancel)
        self._loop.call_soon_threadsafe(self._loop.call_later, 0.5, self._loop.stop)
        self._thread.join(10)
