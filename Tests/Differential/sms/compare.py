"""Compares `handset pdu decode` with three independent decoders over generated PDUs.

usage: compare.py (--handset PROGRAM | --answers FILE) --gammu PROGRAM [--count N] [--seed N]

FILE has our answer to each generated PDU on a line, `null` where nothing could be read.

Every disagreement has to belong to a class that the standard has settled (SETTLED below); one that does not is printed
and fails the run. A class that nothing falls into any more is printed as well, so that the list stays true.
"""
import argparse
import collections
import datetime
import json
import shutil
import subprocess
import sys

import generate
import peers

# What was found, and why we stay with our answer. Clauses are of TS 23.040 and, where said, TS 23.038.
SETTLED = {
    "escape to an undefined cell": "23.038, 6.2.1.1: the character of the default alphabet is shown; gammu writes U+00B9, "
    "Wireshark U+FFFD, smspdudecoder a space",
    "escape pairs counted as characters": "9.2.3.24: the header takes septets; smspdudecoder cuts characters off the "
    "decoded text, and takes the fill bits and the header for characters first",
    "national language tables": "23.038, 6.2.1.2: the header's tables are used; the peer ignores them or some of them",
    "malformed header": "9.2.3.24: the whole header is ignored and its octets are passed over; the peer refuses the "
    "message, reads the header all the same, or shows it as text",
    "truncated": "our own promise: what is there is shown and the damage is told; the peer refuses, or pads",
    "compressed": "23.038, 4: compressed text is not text; the peer reads it as if it were not compressed",
    "reserved data coding": "23.038, 4: a reserved value is read as the default alphabet; the peer reads it by the bits of "
    "the general group, as data, or not at all",
    "group of the data coding": "23.038, 4: the bits mean what the group says; the peer reads all groups as the general one",
    "deletion group": "23.038, 4: the group 01xx is the general one but for the deletion; gammu knows no class in it",
    "digits *#abc": "9.1.2.3: the semi-octets A to E are digits; gammu drops them, smspdudecoder prints them in "
    "hexadecimal",
    "more elements than one": "9.2.3.24: every element counts, of the same kind the last; gammu knows a few whole headers",
    "alphanumeric by octets": "9.1.2.5: the length counts semi-octets, so spare bits are no character; the peer reads a "
    "character out of them",
    "no moment": "9.2.3.11: the octets are kept; the peer refuses the message",
    "international number that is none": "9.1.2.5: any semi-octets are shown; Wireshark looks for a country in them and "
    "stops at the message where it finds none",
}


class Facts:
    """What a PDU is, read by a few lines of its own."""

    def __init__(self, direction, text):
        octets = bytes.fromhex(text)
        tpdu = octets[1 + octets[0]:]
        self.direction, self.tpdu = direction, tpdu
        self.kind = {("mt", 0): "deliver", ("mt", 2): "status-report", ("mo", 1): "submit"}.get((direction, tpdu[0] & 3))
        self.digits = b""
        self.address_length = self.toa = 0
        self.dcs = None
        self.moment = True
        self.ends_early = False
        self.ud, self.udl = b"", 0
        at = 1 if self.kind == "deliver" else 2
        try:
            self.address_length, self.toa = tpdu[at], tpdu[at + 1]
            size = (self.address_length + 1) // 2
            self.digits = tpdu[at + 2:at + 2 + size]
            at += 2 + size
            if self.kind == "status-report":
                self.moment = self.is_moment(tpdu[at:at + 7]) and self.is_moment(tpdu[at + 7:at + 14])
                self.ends_early = len(tpdu) < at + 15
                return
            self.dcs = tpdu[at + 1]
            at += 2
            size = 7 if self.kind == "deliver" else {0: 0, 0x10: 1, 8: 7, 0x18: 7}[tpdu[0] & 0x18]
            if size == 7:
                self.moment = self.is_moment(tpdu[at:at + 7])
            at += size
            self.udl = tpdu[at]
            self.ud = tpdu[at + 1:]
        except IndexError:
            self.ends_early = True

    @staticmethod
    def is_moment(octets):
        def number(octet):
            return (octet & 15) * 10 + (octet >> 4) if octet & 15 <= 9 and octet >> 4 <= 9 else 100

        if len(octets) < 7:
            return False
        year, month, day, hour, minute, second = map(number, octets[:6])
        days = [31, 29 if year % 4 == 0 else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (year < 100 and 1 <= month <= 12 and 1 <= day <= days[month - 1] and hour < 24 and minute < 60
                and second < 60 and number(octets[6] & 0xF7) < 100)

    @property
    def nibbles(self):
        return [self.digits[i // 2] >> (4 * (i % 2)) & 15 for i in range(self.address_length)]

    @property
    def is_no_e164(self):
        """Digits other than 0 to 9, or so few that not even a country is told."""
        return any(n > 9 for n in self.nibbles) or self.address_length < 6

    @property
    def has_header(self):
        return bool(self.tpdu[0] & 0x40) and self.kind != "status-report"

    @property
    def elements(self):
        """The elements, or None of a malformed header."""
        if not self.has_header or not self.ud:
            return []
        rest, out = self.ud[1:1 + self.ud[0]], []
        if len(rest) < self.ud[0]:
            return None
        while rest:
            if len(rest) < 2 or len(rest) < 2 + rest[1]:
                return None
            out.append((rest[0], rest[2:2 + rest[1]]))
            rest = rest[2 + rest[1]:]
        return out

    @property
    def is_compressed(self):
        return self.dcs is not None and self.dcs < 0x80 and bool(self.dcs & 0x20)

    @property
    def is_reserved(self):
        return self.dcs is not None and (0x80 <= self.dcs < 0xC0 or self.dcs < 0x80 and self.dcs & 0x0C == 0x0C)

    @property
    def alphabet(self):
        return None if self.dcs is None else {"gsm": "gsm7"}.get(a := generate.Generator.alphabet(self.dcs), a)

    @property
    def is_truncated(self):
        if self.ends_early:
            return True
        if self.kind == "status-report":
            return False
        wanted = (self.udl * 7 + 7) // 8 if self.alphabet == "gsm7" and not self.is_compressed else self.udl
        return len(self.ud) < wanted

    @property
    def septets(self):
        header = 1 + self.ud[0] if self.has_header and self.ud else 0
        start = (header * 8 + 6) // 7
        number = int.from_bytes(self.ud, "little")
        return [number >> (7 * i) & 0x7F for i in range(start, min(self.udl, len(self.ud) * 8 // 7))]

    @property
    def has_undefined_escape(self):
        septets = self.septets
        i = 0
        while i < len(septets):
            if septets[i] == 0x1B:
                if i + 1 == len(septets) or septets[i + 1] not in generate.EXTENSION:
                    return True
                i += 1
            i += 1
        return False

    @property
    def has_escape(self):
        return 0x1B in self.septets

    def has_element(self, *ids):
        return any(i in ids for i, _ in self.elements or [])


def explain(facts, peer, field, ours, theirs):
    """The class that a disagreement belongs to, None for none."""
    if facts.is_truncated:
        return "truncated"
    if facts.elements is None:
        return "malformed header"
    if not facts.moment:
        return "no moment"
    if field in ("text", "alphabet", "class", "refused", "data"):
        if facts.is_compressed:
            return "compressed"
        if facts.is_reserved:
            return "reserved data coding"
    if peer == "tshark" and field == "refused" and facts.toa == 0x91 and facts.is_no_e164:
        return "international number that is none"
    if field == "refused" and any(n > 9 for n in facts.nibbles):
        return "digits *#abc"
    if field == "address":
        if facts.toa & 0x70 == 0x50:
            return "alphanumeric by octets"
        return "digits *#abc" if any(n > 9 for n in facts.nibbles) else None
    if field == "text":
        if facts.alphabet == "gsm7" and facts.has_element(0x24, 0x25):
            return "national language tables"
        if facts.alphabet == "gsm7" and facts.has_undefined_escape:
            return "escape to an undefined cell"
        if peer == "smspdudecoder" and facts.alphabet == "gsm7" and (facts.has_header or facts.has_escape):
            return "escape pairs counted as characters"
    if field in ("alphabet", "class", "refused"):
        if peer == "gammu" and facts.dcs is not None and 0x40 <= facts.dcs < 0x80:
            return "deletion group"
        if facts.dcs is not None and facts.dcs >= 0xC0:
            return "group of the data coding"
    if field in ("part", "concatenation", "ports", "refused"):
        if len(facts.elements) > 1:
            return "more elements than one"
    return None


def disagreements(facts, m, g, t, s):
    """(peer, field, ours, theirs) wherever two answers differ."""
    value = (m["address"] or {}).get("value")
    text = m["text"]
    if g is None:
        yield "gammu", "refused", m["type"], None
    else:
        if g["type"] != m["type"]:
            yield "gammu", "type", m["type"], g["type"]
        if value is not None and g["address"] != value:
            yield "gammu", "address", value, g["address"]
        if g["smsc"] != m["smsc"]:
            yield "gammu", "smsc", m["smsc"], g["smsc"]
        if m["type"] == "deliver" and m["timestamp"] and g["local"] != m["timestamp"][:19]:
            yield "gammu", "time", m["timestamp"], g["local"]
        if m["type"] in ("deliver", "submit"):
            if g["alphabet"] != m["alphabet"]:
                yield "gammu", "alphabet", m["alphabet"], g["alphabet"]
            elif g["text"] != text:
                yield "gammu", "text", text, g["text"]
            if g["class"] != m["class"]:
                yield "gammu", "class", m["class"], g["class"]
            place = m["concatenation"]
            if (place and (place["part"], place["total"])) != g["part"]:
                yield "gammu", "part", place, g["part"]
        if m["type"] == "status-report" and g["reference"] != m["reference"]:
            yield "gammu", "reference", m["reference"], g["reference"]
    if t["malformed"]:
        yield "tshark", "refused", m["type"], None
    else:
        if value is not None and t["digits"] != value.removeprefix("+"):
            yield "tshark", "address", value, t["digits"]
        if m["timestamp"]:
            if t["local"] != m["timestamp"][:19]:
                yield "tshark", "time", m["timestamp"], t["local"]
            zone = m["timestamp"][19:]
            if abs(int(zone[1:3]) * 4 + int(zone[4:6]) // 15) != t["quarters"]:
                yield "tshark", "zone", zone, t["quarters"]
        for name in ("coding", "protocol", "reference"):
            if m[name] != t[name]:
                yield "tshark", name, m[name], t[name]
        if peers.escape(text or "") != (t["text"] or ""):
            yield "tshark", "text", text, t["text"]
        place = m["concatenation"]
        theirs = tuple(map(int, t["concatenations"][-1])) if t["concatenations"] else None
        if (place and (place["reference"], place["part"], place["total"])) != theirs:
            yield "tshark", "concatenation", place, theirs
        if m["ports"] and str(m["ports"]["destination"]) != (t["ports"][-1] if t["ports"] else None):
            yield "tshark", "ports", m["ports"], t["ports"]
    if m["type"] in ("deliver", "submit"):
        if s is None:
            yield "smspdudecoder", "refused", m["type"], None
        else:
            if value is not None and s["digits"] != value.removeprefix("+"):
                yield "smspdudecoder", "address", value, s["digits"]
            if s["time"] and m["timestamp"] and moment(s["time"]) != moment(m["timestamp"]):
                yield "smspdudecoder", "time", m["timestamp"], s["time"]
            if s["alphabet"] != m["alphabet"]:
                yield "smspdudecoder", "alphabet", m["alphabet"], s["alphabet"]
            elif m["alphabet"] == "data":
                if s["data"] != m["data"]:
                    yield "smspdudecoder", "data", m["data"], s["data"]
            elif (s["text"] or "") != (text or ""):
                yield "smspdudecoder", "text", text, s["text"]


def moment(text):
    return datetime.datetime.fromisoformat(text).timestamp()


def handset(program, pdus):
    """Our answers in the order of the PDUs; None where nothing could be read."""
    answers = [None] * len(pdus)
    for direction in ("mt", "mo"):
        places = [i for i, (d, _) in enumerate(pdus) if d == direction]
        run = subprocess.run(
            [program, "pdu", "decode", "--direction", direction, "-"], input="".join(pdus[i][1] + "\n" for i in places),
            text=True, capture_output=True)
        if run.returncode not in (0, 65) or not run.stdout:
            sys.exit(f"compare.py: {program} pdu decode ended with {run.returncode}: {run.stderr[:300]}")
        unreadable = {int(l.split("PDU ")[1].split(":")[0]) - 1 for l in run.stderr.splitlines() if "PDU " in l}
        lines = iter(run.stdout.splitlines())
        for n, i in enumerate(places):
            if n not in unreadable:
                answers[i] = json.loads(next(lines))
    return answers


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--handset")
    arguments.add_argument("--answers")
    arguments.add_argument("--pdus", help="PDUs to compare instead of generated ones: `mt HEX` or `mo HEX` a line")
    arguments.add_argument("--gammu", required=True)
    arguments.add_argument("--count", type=int, default=100_000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments = arguments.parse_args()
    if not shutil.which("tshark"):
        sys.exit("compare.py: tshark is missing")

    if arguments.pdus:
        with open(arguments.pdus, encoding="ascii") as lines:
            pdus = [tuple(line.split()) for line in lines]
    else:
        pdus = generate.generate(arguments.count, arguments.seed)
    given = None
    if arguments.answers:
        with open(arguments.answers, encoding="utf-8") as lines:
            given = [json.loads(line) for line in lines]
        if len(given) != len(pdus):
            sys.exit(f"compare.py: {len(given)} answers to {len(pdus)} PDUs")
    settled, unsettled, compared, unread = collections.Counter(), [], 0, 0
    chunk = 20_000
    for start in range(0, len(pdus), chunk):
        part = pdus[start:start + chunk]
        own = given[start:start + chunk] if given else handset(arguments.handset, part)
        answers = zip(part, own, peers.gammu(arguments.gammu, part), peers.tshark(part),
                      peers.smspdudecoder(part))
        for (direction, text), m, g, t, s in answers:
            if m is None:
                unread += 1
                continue
            compared += 1
            facts = Facts(direction, text)
            for peer, field, ours, theirs in disagreements(facts, m, g, t, s):
                name = explain(facts, peer, field, ours, theirs)
                if name:
                    settled[name, peer] += 1
                else:
                    unsettled.append((peer, field, direction, text, ours, theirs))
    if compared + unread != len(pdus):
        sys.exit(f"compare.py: {compared + unread} of {len(pdus)} PDUs were looked at")
    print(f"{compared} PDUs, seed {arguments.seed}, compared with libgammu, tshark and smspdudecoder")
    for name in SETTLED:
        counts = ", ".join(f"{peer} {settled[name, peer]}" for peer in ("gammu", "tshark", "smspdudecoder")
                           if settled[name, peer])
        if counts:
            print(f"  settled: {name}: {counts}")
        elif arguments.count >= 100_000:
            print(f"  no longer seen: {name}")
    for peer, field, direction, text, ours, theirs in unsettled[:20]:
        print(f"  UNSETTLED {peer} {field} {direction} {text}\n    ours   {ours!r}\n    theirs {theirs!r}")
    print(f"{len(unsettled)} unsettled disagreements")
    sys.exit(1 if unsettled else 0)


if __name__ == "__main__":
    main()
