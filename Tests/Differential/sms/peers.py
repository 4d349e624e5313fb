"""Three independent decoders, asked about the same PDUs: libgammu, Wireshark's gsm_sms, smspdudecoder.

Each answers a list with one dictionary a PDU, or None where it refused. Keys are those of `handset pdu decode`.
"""
import io
import logging
import os
import struct
import subprocess
import tempfile

# ---------------------------------------------------------------- libgammu


def gammu(program, pdus):
    lines = subprocess.run([program], input="\n".join(p for _, p in pdus) + "\n", text=True, capture_output=True, check=True)
    out = []
    for line in lines.stdout.splitlines():
        f = line.split("\t")
        if f[0] != "1":  # ERR_NONE
            out.append(None)
            continue
        coding = {"1": "ucs2", "2": "ucs2", "3": "gsm7", "4": "gsm7", "5": "data"}.get(f[2])
        text = bytes.fromhex(f[8])
        out.append({
            "type": {"1": "deliver", "2": "status-report", "3": "submit"}.get(f[1]),
            "address": bytes.fromhex(f[4]).decode("utf-16-be", "replace"),
            "smsc": bytes.fromhex(f[5]).decode("utf-16-be", "replace") or None,
            "local": f[6], "offset": int(f[7]), "alphabet": coding, "class": None if f[3] == "-1" else int(f[3]),
            "text": None if coding == "data" else text.decode("utf-16-be", "replace"),
            "data": f[8] if coding == "data" else None,
            "part": (int(f[11]), int(f[12])) if f[11] not in ("-1", "0") else None,
            "reference": int(f[13]), "status": int(f[14]),
        })
    return out


# ---------------------------------------------------------------- Wireshark


def block(kind, body):
    body += b"\0" * (-len(body) % 4)
    return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)


def pcapng(pdus):
    out = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)) + block(1, struct.pack("<HHI", 147, 0, 0))
    for index, (direction, text) in enumerate(pdus):
        octets = bytes.fromhex(text)
        tpdu = octets[1 + octets[0]:]
        # The direction is an option of the packet; "outbound" is towards the mobile.
        option = struct.pack("<HHIHH", 2, 4, 2 if direction == "mt" else 1, 0, 0)
        head = struct.pack("<IIIII", 0, 0, index, len(tpdu), len(tpdu))
        out += block(6, head + tpdu + b"\0" * (-len(tpdu) % 4) + option)
    return out


FIELDS = [
    "frame.number", "gsm_sms.tp-mti", "gsm_sms.tp-oa", "gsm_sms.tp-da", "gsm_sms.tp-ra", "gsm_sms.tp-dcs", "gsm_sms.tp-pid",
    "gsm_sms.tp-mr", "gsm_sms.scts.year", "gsm_sms.scts.month", "gsm_sms.scts.day", "gsm_sms.scts.hour",
    "gsm_sms.scts.minutes", "gsm_sms.scts.seconds", "gsm_sms.scts.timezone", "gsm_sms.sms_text", "gsm_sms.udh.mm.msg_id",
    "gsm_sms.udh.mm.msg_parts", "gsm_sms.udh.mm.msg_part", "gsm_sms.destination_port", "gsm_sms.originator_port",
    "gsm_sms.dis_field_addr.num_type", "gsm_sms.sms_body", "_ws.malformed",
]


def escape(text):
    """Text as tshark prints a field: control characters by name, a backslash as it is."""
    for character, name in (("\n", "n"), ("\r", "r"), ("\t", "t"), ("\f", "f"), ("\v", "v"), ("\a", "a"), ("\b", "b")):
        text = text.replace(character, "\\" + name)
    return text


def tshark(pdus):
    with tempfile.NamedTemporaryFile(suffix=".pcapng") as capture:
        capture.write(pcapng(pdus))
        capture.flush()
        command = [
            "tshark", "-o", 'uat:user_dlts:"User 0 (DLT=147)","gsm_sms","0","","0",""', "-o", "gsm_sms.reassemble:FALSE",
            "-r", capture.name, "-T", "fields", "-E", "separator=/t", "-E", "occurrence=a", "-E", "aggregator=|",
        ]
        for field in FIELDS:
            command += ["-e", field]
        lines = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace").split("\n")
    out = []
    for line in lines:
        if not line:
            continue
        f = dict(zip(FIELDS, line.split("\t")))
        first = lambda name: f["gsm_sms." + name].split("|")[0]
        number = lambda name: int(first(name)) if first(name) else None
        local = None
        if first("scts.year"):
            year = number("scts.year")
            local = "%04d-%02d-%02dT%02d:%02d:%02d" % (
                (1900 if year >= 90 else 2000) + year, *(number("scts." + n) or 0 for n in
                ["month", "day", "hour", "minutes", "seconds"]))
        out.append({
            "malformed": bool(f["_ws.malformed"]),
            "digits": first("tp-oa") or first("tp-da") or first("tp-ra"), "number type": number("dis_field_addr.num_type"),
            "coding": number("tp-dcs"), "protocol": number("tp-pid"), "reference": number("tp-mr"), "local": local,
            "quarters": number("scts.timezone"),
            "text": f["gsm_sms.sms_text"] or None,
            "concatenations": list(zip(*(f["gsm_sms.udh.mm." + n].split("|") for n in ["msg_id", "msg_part", "msg_parts"])))
            if first("udh.mm.msg_id") else [],
            "ports": f["gsm_sms.destination_port"].split("|") if first("destination_port") else [],
        })
    return out


# ---------------------------------------------------------------- smspdudecoder


def smspdudecoder(pdus):
    logging.disable(logging.CRITICAL)
    from smspdudecoder.fields import SMSDeliver, SMSSubmit

    out = []
    for direction, text in pdus:
        octets = bytes.fromhex(text)
        kind = octets[1 + octets[0]] & 3 if len(octets) > 1 + octets[0] else 3
        try:
            if (direction, kind) == ("mt", 0):
                read = SMSDeliver.decode(io.StringIO(text))
            elif (direction, kind) == ("mo", 1):
                read = SMSSubmit.decode(io.StringIO(text))
            else:
                out.append(None)
                continue
        except Exception:  # it has no error of its own
            out.append(None)
            continue
        address = read.get("sender") or read.get("recipient")
        data = read["user_data"]["data"]
        out.append({
            "digits": address["number"], "number type": address["toa"]["ton"],
            "time": read["scts"].isoformat() if read.get("scts") else None,
            "alphabet": {"gsm": "gsm7", "binary": "data", "ucs2": "ucs2"}[read["dcs"]["encoding"]],
            "text": data if isinstance(data, str) else None, "data": data.hex().upper() if isinstance(data, bytes) else None,
        })
    return out
