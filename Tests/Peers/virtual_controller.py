#!/usr/bin/env python3
"""Bumble's virtual controller as a peer for the tests, over TCP, with a second Bumble host on the same link.

    virtual_controller.py --mode legacy|extended --peer scanner|beacon|settable [--data HEX] [--rssi DBM] [--port N]

Prints `port N`, then, as scanner, a line of JSON for every advertisement that Bumble's own host hears; as beacon it
advertises DATA; as settable it has the Eddystone Configuration Service, locked with the code DATA, and prints what it
was set to as JSON when it ends. Ends when standard input closes.
"""
import argparse
import asyncio
import json
import socket
import sys

from bumble import att, gatt, hci, ll
from bumble.controller import Controller
from bumble.crypto import e as encrypted
from bumble.device import AdvertisingType, Device
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport


class RadioController(Controller):
    """Bumble's controller, held closer to the specification where the stock one departs from it.

    Packets that nobody can connect to go on the air, the interval counts in 0.625 ms, a packet is reported once, Reset
    stops scanning, and the strength is settable.
    """

    rssi = -50

    def __init__(self, *arguments, extended, **options):
        super().__init__(*arguments, **options)
        if not extended:
            self.le_features = self.le_features & ~hci.LeFeatureMask.LE_EXTENDED_ADVERTISING
        advertiser = self.le_legacy_advertiser
        advertiser.send_advertising_data = lambda: advertiser.enabled and self.send_advertising_pdu(
            ll.AdvInd(advertiser_address=advertiser.address, data=advertiser.advertising_data))

    def on_hci_le_set_advertising_parameters_command(self, command):
        parameters = super().on_hci_le_set_advertising_parameters_command(command)
        self.le_legacy_advertiser.advertising_interval_min *= 0.625
        return parameters

    def on_hci_reset_command(self, command):
        self.le_scan_enable = False
        self.le_legacy_advertiser.stop()
        return super().on_hci_reset_command(command)

    def on_hci_command_packet(self, command):
        if command.op_code != 0x2017:
            return super().on_hci_command_packet(command)
        # LE Encrypt, which Bumble does not have: the key, then the block.
        block = encrypted(command.parameters[:16], command.parameters[16:32])
        octets = bytes([1]) + command.op_code.to_bytes(2, "little") + bytes([0]) + block
        self.send_hci_packet(hci.HCI_Event.from_bytes(bytes([4, 0x0E, len(octets)]) + octets))

    def send_hci_packet(self, packet):
        if isinstance(packet, (hci.HCI_LE_Advertising_Report_Event, hci.HCI_LE_Extended_Advertising_Report_Event)):
            scan_response = 4 if isinstance(packet, hci.HCI_LE_Advertising_Report_Event) else 8
            if int(packet.reports[0].event_type) == scan_response:
                return
            for report in packet.reports:
                report.rssi = self.rssi
        super().send_hci_packet(packet)


class SettableBeacon:
    """The Eddystone Configuration Service, written from its specification; two slots, four powers, locked."""

    service = "A3C87500-8ED3-4BDF-8A39-A01BEBEDE295"
    powers = [-20, -8, 0, 4]

    def __init__(self, code):
        self.code, self.challenge, self.is_locked, self.slot = code, bytes(range(16)), True, 0
        self.slots = [{"frame": b"", "interval": 1000, "radio": 0, "claimed": None} for _ in range(2)]

    def check(self, is_right, code):
        if not is_right:
            raise att.ATT_Error(code)

    def unlock(self, token):
        self.check(self.is_locked and token == encrypted(self.code[::-1], self.challenge[::-1])[::-1],
                   att.ErrorCode.WRITE_NOT_PERMITTED)
        self.is_locked = False

    def choose(self, value):
        self.check(len(value) == 1 and value[0] < len(self.slots), att.ErrorCode.INVALID_ATTRIBUTE_LENGTH)
        self.slot = value[0]

    def set_frame(self, value):
        lengths = {0x00: (1, 17), 0x10: range(3, 20), 0x20: (1,)}
        self.check(not value or len(value) in lengths.get(value[0], ()), att.ErrorCode.INVALID_ATTRIBUTE_LENGTH)
        self.now["frame"] = b"" if value in (b"", b"\0") else value

    def set_interval(self, value):
        self.now["interval"] = max(100, int.from_bytes(value, "big"))

    def set_radio(self, value):
        asked = int.from_bytes(value, "big", signed=True)
        self.now["radio"] = next((power for power in self.powers if power >= asked), self.powers[-1])

    def set_claimed(self, value):
        self.now["claimed"] = int.from_bytes(value, "big", signed=True)

    @property
    def now(self):
        return self.slots[self.slot]

    @property
    def claimed(self):
        return self.now["radio"] if self.now["claimed"] is None else self.now["claimed"]

    def frame(self):
        frame = self.now["frame"]
        return frame[:1] + bytes([self.claimed & 0xFF]) + frame[1:] if frame else b""

    def characteristics(self):
        signed = lambda number: bytes([number & 0xFF])  # noqa: E731
        yield 1, lambda: bytes([0, 2, 0, 3, 0, 7]) + bytes(power & 0xFF for power in self.powers), None
        yield 2, lambda: bytes([self.slot]), self.choose
        yield 3, lambda: self.now["interval"].to_bytes(2, "big"), self.set_interval
        yield 4, lambda: signed(self.now["radio"]), self.set_radio
        yield 5, lambda: signed(self.claimed), self.set_claimed
        yield 6, lambda: bytes([0 if self.is_locked else 1]), lambda value: None
        yield 7, lambda: self.challenge, self.unlock
        yield 0x0A, self.frame, self.set_frame

    def attribute(self, part, read, write):
        def reading(_):
            self.check(part in (6, 7) or not self.is_locked, att.ErrorCode.READ_NOT_PERMITTED)
            return read()

        def writing(_, value):
            self.check(write and (part == 7 or not self.is_locked), att.ErrorCode.WRITE_NOT_PERMITTED)
            write(bytes(value))

        return gatt.Characteristic(
            f"A3C875{part:02X}{self.service[8:]}",
            gatt.Characteristic.Properties.READ | gatt.Characteristic.Properties.WRITE,
            gatt.Characteristic.READABLE | gatt.Characteristic.WRITEABLE,
            gatt.CharacteristicValue(read=reading, write=writing),
        )

    def add(self, device):
        parts = [self.attribute(*each) for each in self.characteristics()]
        device.add_service(gatt.Service(self.service, parts))


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


async def scan(device):
    def heard(advertisement):
        line = {
            "address": str(advertisement.address).split("/")[0],
            "data": bytes(advertisement.data_bytes).hex(),
            "connectable": advertisement.is_connectable,
        }
        print(json.dumps(line), flush=True)

    device.on("advertisement", heard)
    await device.start_scanning(active=False, filter_duplicates=False)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", choices=["legacy", "extended"], default="extended")
    parser.add_argument("--peer", choices=["scanner", "beacon", "settable"], required=True)
    parser.add_argument("--data", default="")
    parser.add_argument("--rssi", type=int, default=-50)
    parser.add_argument("--port", type=int, help="listen there; by default on a free one")
    options = parser.parse_args()
    extended = options.mode == "extended"
    RadioController.rssi = options.rssi

    link, port = LocalLink(), options.port or free_port()
    host = Host()
    host.controller = RadioController("peer", extended=extended, link=link, host_sink=None)
    device = Device(name="peer", address=hci.Address("F0:F1:F2:F3:F4:F5"), host=host)
    settable = SettableBeacon(bytes.fromhex(options.data)) if options.peer == "settable" else None
    if settable:
        settable.add(device)
    await device.power_on()

    transport = await open_transport(f"tcp-server:127.0.0.1:{port}")
    RadioController("ours", extended=extended, link=link, host_source=transport.source, host_sink=transport.sink)
    print(f"port {port}", flush=True)

    if options.peer == "scanner":
        await scan(device)
    else:
        await device.start_advertising(
            advertising_type=AdvertisingType.UNDIRECTED, advertising_data=b"" if settable else bytes.fromhex(options.data),
            advertising_interval_min=100, advertising_interval_max=100, auto_restart=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    if settable:
        print(json.dumps([{**slot, "frame": slot["frame"].hex()} for slot in settable.slots]), flush=True)


asyncio.run(main())
