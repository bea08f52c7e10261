#!/usr/bin/env python3
"""Bumble's virtual controller as a peer for the tests, over TCP, with a second Bumble host on the same link.

    virtual_controller.py --mode legacy|extended --peer scanner|beacon [--data HEX] [--rssi DBM] [--port N]

Prints `port N`, then, as scanner, a line of JSON for every advertisement that Bumble's own host hears; as beacon it
advertises DATA. Ends when standard input closes.
"""
import argparse
import asyncio
import json
import socket
import sys

from bumble import hci, ll
from bumble.controller import Controller
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

    def send_hci_packet(self, packet):
        if isinstance(packet, (hci.HCI_LE_Advertising_Report_Event, hci.HCI_LE_Extended_Advertising_Report_Event)):
            scan_response = 4 if isinstance(packet, hci.HCI_LE_Advertising_Report_Event) else 8
            if int(packet.reports[0].event_type) == scan_response:
                return
            for report in packet.reports:
                report.rssi = self.rssi
        super().send_hci_packet(packet)


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
    parser.add_argument("--peer", choices=["scanner", "beacon"], required=True)
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
    await device.power_on()

    transport = await open_transport(f"tcp-server:127.0.0.1:{port}")
    RadioController("ours", extended=extended, link=link, host_source=transport.source, host_sink=transport.sink)
    print(f"port {port}", flush=True)

    if options.peer == "scanner":
        await scan(device)
    else:
        await device.start_advertising(
            advertising_type=AdvertisingType.UNDIRECTED, advertising_data=bytes.fromhex(options.data),
            advertising_interval_min=100, advertising_interval_max=100, auto_restart=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
