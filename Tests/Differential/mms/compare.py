"""Compares `handset mms decode` with Wireshark's `mmse` dissector, over PDUs that we write and PDUs written by wire.py.

usage: compare.py --handset PROGRAM --samples PROGRAM [--count N] [--seed N]

Every disagreement has to belong to a class that the standard has settled (SETTLED); one that does not is printed and
fails the run.
"""
import argparse
import calendar
import collections
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import time

import wire

# Why we stay with our answer.
SETTLED = {
    "character set": "WAP-230-WSP, 8.4.2.8: a text is in the set that its value names; Wireshark reads fields as ASCII, "
    "and shows the quote of 8.4.2.1 in front of their first octet over 127",
    "status at the end": "OMA-TS-MMS_ENC-V1_3, 7.3.54: 0x84 is `unrecognised`; as the last octet Wireshark takes it for "
    "the field Content-Type",
    "empty part": "WAP-230-WSP, 8.5.3: DataLen may be 0; Wireshark stops at some such parts",
    "number of two octets": "WAP-230-WSP, 8.4.2.3: a character set over 127 is a long integer; Wireshark takes its first "
    "octets for text",
    "zero in front": "WAP-230-WSP, 8.4.2.1: a long integer may have up to thirty octets; Wireshark reads four",
    "type in text": "WAP-230-WSP, 8.4.2.24: multipart.related may be named in text; Wireshark reads parts by number alone",
}

# The parts' data are random octets: what other dissectors think of them does not matter.
INNER = [word for name in ("xml", "png", "image-gif", "image-jfif") for word in ("--disable-protocol", name)]
PUSH = bytes.fromhex("010603beaf84")


def capture(path, pdus):
    """A capture file of pushes, over UDP between the ports of WDP."""
    with open(path, "wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))
        for pdu in pdus:
            data = PUSH + pdu
            udp = struct.pack(">HHHH", 9200, 2948, 8 + len(data), 0) + data
            packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 1, 0, 64, 17, 0, bytes([10, 0, 0, 1]),
                                 bytes([10, 0, 0, 2])) + udp
            out.write(struct.pack("<IIII", 0, 0, len(packet), len(packet)) + packet)


def wireshark(pdus):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mms.pcap")
        capture(path, pdus)
        out = subprocess.run(
            ["tshark", "-n", "-r", path, "-T", "json", "--no-duplicate-keys", "-J", "mmse wsp _ws.malformed"] + INNER,
            check=True, capture_output=True, env={**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8"}).stdout
    return [packet["_source"]["layers"] for packet in json.loads(out)]


def handset(program, pdu):
    run = subprocess.run([program, "mms", "decode", "-"], input=pdu.hex().encode(), capture_output=True)
    return json.loads(run.stdout) if run.returncode == 0 else {"error": run.stderr.decode().strip()}


def many(value):
    return [] if value is None else value if isinstance(value, list) else [value]


def seconds(value):
    """Wireshark's way to write a date."""
    return calendar.timegm(time.strptime(value.split(".")[0], "%b %d, %Y %H:%M:%S"))


def token(value):
    return None if value is None else int(value, 16) if isinstance(value, str) and value.startswith("0x") else int(value)


# The standard's words, typed from its tables a second time.
WORDS = {
    "type": ["m-send-req", "m-send-conf", "m-notification-ind", "m-notifyresp-ind", "m-retrieve-conf",
             "m-acknowledge-ind", "m-delivery-ind", "m-read-rec-ind", "m-read-orig-ind"],
    "status": ["expired", "retrieved", "rejected", "deferred", "unrecognised", "indeterminate", "forwarded",
               "unreachable"],
    "priority": ["low", "normal", "high"], "visibility": ["hide", "show"],
    "read": ["read", "deleted-without-being-read"],
    "class": ["personal", "advertisement", "informational", "auto"],
    "response": {0x80: "ok", 0x81: "error-unspecified", 0x86: "error-network-problem", 0x88: "error-unsupported-message",
                 0xC0: "error-transient-failure", 0xC3: "error-transient-network-problem",
                 0xC4: "error-transient-partial-success", 0xE0: "error-permanent-failure",
                 0xE3: "error-permanent-sending-address-unresolved", 0xE5: "error-permanent-content-not-accepted",
                 0xE8: "error-permanent-reply-charging-forwarding-denied"},
    "retrieve": {0x80: "ok", 0xC0: "error-transient-failure", 0xC1: "error-transient-message-not-found",
                 0xC2: "error-transient-network-problem", 0xE0: "error-permanent-failure",
                 0xE1: "error-permanent-service-denied", 0xE2: "error-permanent-message-not-found",
                 0xE3: "error-permanent-content-unsupported"},
}


def word(kind, value):
    value = token(value)
    if value is None:
        return None
    table = WORDS[kind]
    return table.get(value) if isinstance(table, dict) else table[value - 0x80]


def answer(value):
    return {None: None, 0x80: True, 0x81: False}[token(value)]


def address(value):
    """What `handset mms decode` prints for an address, as the wire has it."""
    if not isinstance(value, dict):
        return value
    plain = {"email": "", "shortCode": ""}
    return value["value"] + plain.get(value["type"], "/TYPE=" + value["type"])


def ours(pdu):
    get = pdu.get
    at = lambda name: (get(name) or {})
    return {
        "type": get("type"), "transaction": get("transactionID"), "version": get("version"), "id": get("messageID"),
        "date": get("date"), "from": address(get("from")), "to": [address(a) for a in get("to", [])],
        "cc": [address(a) for a in get("cc", [])], "bcc": [address(a) for a in get("bcc", [])],
        "subject": get("subject"), "class": get("messageClass"), "size": get("messageSize"),
        "expiry": (at("expiry").get("absolute"), at("expiry").get("relative")),
        "delivery time": (at("deliveryTime").get("absolute"), at("deliveryTime").get("relative")),
        "location": get("contentLocation"), "priority": get("priority"), "visibility": get("senderVisibility"),
        "delivery report": get("deliveryReport"), "read report": get("readReport"), "allowed": get("reportAllowed"),
        "response": get("responseStatus"), "response text": get("responseText"), "retrieve": get("retrieveStatus"),
        "retrieve text": get("retrieveText"), "status": get("status"), "read": get("readStatus"),
        "content type": (get("contentType") or "").split(";")[0] or None,
        "parts": [part["contentType"].split(";")[0].lower() for part in get("parts", [])],
        "ids": [part["contentID"] for part in get("parts", []) if "contentID" in part],
    }


def theirs(layers):
    pdu = layers["mmse"]
    get = lambda name: pdu.get("mmse." + name)
    one = lambda name: (many(get(name)) or [None])[0]
    stamp = lambda value: None if value is None else seconds(value)
    span = lambda value: None if value is None else int(float(value))
    body = pdu.get("wsp.post.data") or {}
    tree = next((value for value in body.values() if isinstance(value, dict)), {})
    parts = many(tree.get("wsp.multipart_tree"))
    ids = [many(part["wsp.headers"]["wsp.header.content_id"])[0] for part in parts
           if "wsp.header.content_id" in (part.get("wsp.headers") or {})]
    sender = one("from")
    return {
        "type": word("type", one("message_type")), "transaction": one("transaction_id"), "version": one("mms_version"),
        "id": one("message_id"), "date": stamp(one("date")),
        "from": "insert-address" if sender == "<insert address>" else sender, "to": many(get("to")),
        "cc": many(get("cc")), "bcc": many(get("bcc")), "subject": one("subject"),
        "class": word("class", one("message_class.id")) or one("message_class.str"),
        "size": None if one("message_size") is None else int(one("message_size")),
        "expiry": (stamp(one("expiry.abs")), span(one("expiry.rel"))),
        "delivery time": (stamp(one("delivery_time.abs")), span(one("delivery_time.rel"))),
        "location": one("content_location"), "priority": word("priority", one("priority")),
        "visibility": word("visibility", one("sender_visibility")), "delivery report": answer(one("delivery_report")),
        "read report": answer(one("read_report")), "allowed": answer(one("report_allowed")),
        "response": word("response", one("response_status")), "response text": one("response_text"),
        "retrieve": word("retrieve", one("retrieve_status")), "retrieve text": one("retrieve_text"),
        "status": word("status", one("status")), "read": word("read", one("read_status")),
        "content type": (many(pdu.get("wsp.header.content_type")) or [None])[0],
        "parts": [part["wsp.header.content_type"].lower() for part in parts],
        "ids": [value.strip('"').strip("<>") for value in ids],
    }


def classify(field, mine, other, pdu):
    """The settled class of a disagreement; None when there is none."""
    if field in ("parts", "ids") and other == [] and b"\x84application/vnd.wap.multipart.related\0" in pdu:
        return "type in text"
    if field == "size" and other == 0 and b"\x8e\x05\0" in pdu:
        return "zero in front"
    if not isinstance(mine, str) or not isinstance(other, str):
        return None
    if other[:1] in ("\x03", "\x08"):
        return "number of two octets"
    # Wireshark's text is ours with each octet over 127 replaced, which holds for every set of one octet and for UTF-8.
    plain = lambda text: [c for c in text if " " <= c < "\x7f"]
    return "character set" if "\ufffd" in other and plain(mine) == plain(other) else None


def refusal(pdu, mine):
    """The settled class of a message that Wireshark calls malformed."""
    if pdu.endswith(b"\x95\x84"):
        return "status at the end"
    if any(part["octets"] == 0 for part in mine.get("parts", [])):
        return "empty part"
    return None


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--handset", required=True)
    arguments.add_argument("--samples", required=True)
    arguments.add_argument("--count", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()

    lines = subprocess.run([options.samples, "samples", str(options.count), str(options.seed)], check=True,
                           capture_output=True, text=True).stdout.split()
    generator = wire.Generator(random.Random(options.seed))
    pdus = [bytes.fromhex(line) for line in lines] + [generator.pdu() for _ in range(options.count)]

    counts = collections.Counter()
    failures = 0
    for index, (pdu, layers) in enumerate(zip(pdus, wireshark(pdus), strict=True)):
        source = "ours" if index < options.count else "wire"
        mine = handset(options.handset, pdu)
        if "error" in mine or "mmse" not in layers or "_ws.malformed" in layers:
            kind = None if "error" in mine else refusal(pdu, mine)
            counts[kind or "unexplained"] += 1
            if kind is None:
                failures += 1
                print(f"{source} {pdu.hex()}: {mine.get('error', 'Wireshark refuses it')}")
            continue
        mine, other = ours(mine), theirs(layers)
        for field, value in mine.items():
            counts["compared"] += 1
            if value == other[field]:
                continue
            kind = classify(field, value, other[field], pdu)
            counts[kind or "unexplained"] += 1
            if kind is None:
                failures += 1
                if failures < 20:
                    print(f"{source} {field}: we {value!r}, Wireshark {other[field]!r}\n    {pdu.hex()}")
    print(f"{len(pdus)} PDUs, {counts.pop('compared')} fields")
    for kind, count in sorted(counts.items()):
        print(f"  {count:6} {kind}: {SETTLED.get(kind, '')}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
