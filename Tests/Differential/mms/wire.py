"""PDUs of the multimedia message service written by hand of the standard's tables, in the forms that senders choose.

Nothing here is shared with the codec under test: it is a second reading of WAP-230-WSP, 8.4, and OMA MMS ENC, 7.
"""


def uintvar(value):
    groups = [value & 0x7F]
    while value > 0x7F:
        value >>= 7
        groups.append(value & 0x7F | 0x80)
    return bytes(reversed(groups))


def long_integer(value, pad=0):
    octets = bytes(pad) + (value.to_bytes((value.bit_length() + 7) // 8 or 1, "big"))
    return bytes([len(octets)]) + octets


def integer(value):
    return bytes([0x80 | value]) if value < 128 else long_integer(value)


def length(octets, quote=False):
    if len(octets) <= 30 and not quote:
        return bytes([len(octets)]) + octets
    return b"\x1f" + uintvar(len(octets)) + octets


def text(string):
    octets = string if isinstance(string, bytes) else string.encode()
    return (b"\x7f" if octets[:1] >= b"\x80" else b"") + octets + b"\0"


CHARSETS = {3: "ascii", 4: "latin-1", 106: "utf-8", 1000: "utf-16-be", 1015: "utf-16", 2252: "cp1252", 7: "iso8859_4",
            8: "iso8859_5", 2251: "cp1251"}


def encoded_string(random, string, quote=False):
    """One of the forms that the text fits."""
    forms = [mib for mib, codec in CHARSETS.items() if fits(string, codec)]
    plain = fits(string, "ascii") and string[:1] >= " "
    if plain and random.random() < 0.4:
        return text(string)
    mib = random.choice(forms)
    octets = string.encode(CHARSETS[mib])
    if mib in (1000, 1015):
        return length(integer(mib) + octets + b"\0\0", quote)
    return length(integer(mib) + octets + b"\0", quote)


def fits(string, codec):
    try:
        string.encode(codec)
        return True
    except UnicodeEncodeError:
        return False


WORDS = ["hello", "Grüße", "été", "Привет", "안녕", "€ 5", "🐸 pond", "plain text", "a", "1/2"]
TYPES = {"text/plain": 0x03, "text/x-vCard": 0x07, "image/gif": 0x1D, "image/jpeg": 0x1E, "image/png": 0x20,
         "application/smil": None, "audio/amr": None, "video/3gpp": None}


class Generator:
    def __init__(self, random):
        self.random = random

    def chance(self, share=0.5):
        return self.random.random() < share

    def token_text(self):
        return "".join(self.random.choice("abcXYZ0189-._") for _ in range(self.random.randint(1, 40)))

    def string(self):
        return " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(1, 4)))

    def address(self):
        digits = "".join(self.random.choice("0123456789") for _ in range(self.random.randint(3, 14)))
        return self.random.choice([
            "+" + digits + "/TYPE=PLMN", digits + "/TYPE=PLMN", digits, "a.b/c@example.org", "10.1.2.3/TYPE=IPv4",
            "2001:db8::1/TYPE=IPv6", "Shop"])

    def time(self):
        if self.chance():
            return length(b"\x80" + long_integer(self.random.randint(10 ** 9, 2 ** 31 - 1)))
        return length(b"\x81" + long_integer(self.random.randint(0, 2 ** 24)))

    def header(self, number):
        """A field of the given number, or nothing."""
        r = self.random
        if number in (0x01, 0x02, 0x17):
            return b"".join(bytes([0x80 | number]) + text(self.address()) for _ in range(r.randint(1, 4)))
        value = {
            0x03: lambda: text("http://mmsc.example/" + self.token_text()),
            0x05: lambda: long_integer(r.randint(0, 2 ** 31 - 1)),
            0x06: self.answer, 0x07: self.time, 0x08: self.time,
            0x09: lambda: length(b"\x81" if self.chance(0.2) else b"\x80" + text(self.address()), self.chance(0.2)),
            0x0A: lambda: bytes([r.randint(0x80, 0x83)]) if self.chance(0.7) else text(self.token_text()),
            0x0B: lambda: text(self.token_text()),
            0x0E: lambda: long_integer(r.randint(0, 2 ** 31 - 1), pad=r.choice([0, 0, 0, 1])),
            0x0F: lambda: bytes([r.randint(0x80, 0x82)]),
            0x10: self.answer, 0x11: self.answer,
            0x12: lambda: bytes([r.choice([0x80, 0x81, 0x86, 0x88, 0xC0, 0xC4, 0xE0, 0xE5, 0xE8])]),
            0x13: self.encoded, 0x14: self.answer, 0x15: lambda: bytes([r.randint(0x80, 0x87)]), 0x16: self.encoded,
            0x19: lambda: bytes([r.choice([0x80, 0xC0, 0xC1, 0xC2, 0xE0, 0xE1, 0xE2, 0xE3])]), 0x1A: self.encoded,
            0x1B: self.answer,
        }[number]()
        return bytes([0x80 | number]) + value

    def answer(self):
        return bytes([self.random.randint(0x80, 0x81)])

    def encoded(self):
        return encoded_string(self.random, self.string(), self.chance(0.1))

    def content_type(self, name, parameters=b""):
        code = TYPES[name]
        media = bytes([0x80 | code]) if code is not None and self.chance(0.7) else text(name)
        return media if not parameters and self.chance() else length(media + parameters, self.chance(0.1))

    def part(self):
        r = self.random
        name = r.choice(list(TYPES))
        parameters = b""
        data = bytes(r.randrange(256) for _ in range(r.randint(0, 60)))
        if name == "text/plain":
            string = self.string()
            mib = r.choice([m for m, codec in CHARSETS.items() if fits(string, codec)])
            parameters += b"\x81" + integer(mib) if self.chance(0.8) else text("charset") + text("utf-8")
            data = string.encode(CHARSETS[mib] if parameters[0] == 0x81 else "utf-8")
        if self.chance():
            parameters += r.choice([b"\x85", b"\x97", text("name")]) + text(self.token_text())
        headers = b""
        if self.chance():
            headers += b"\xc0\x22<" + text(self.token_text() + ">")
        if self.chance():
            headers += b"\x8e" + text(self.token_text())
        if self.chance(0.3):
            headers += r.choice([b"\xae", b"\xc5"]) + length(bytes([r.randint(0x80, 0x82)]) + b"\x86" + text("f.x"))
        header = self.content_type(name, parameters) + headers
        return uintvar(len(header)) + uintvar(len(data)) + header + data

    def body(self):
        parts = [self.part() for _ in range(self.random.randint(1, 4))]
        kind = self.random.choice([
            b"\xa3", b"\x01\xa3", b"\x84",
            length(b"\xb3\x89" + text("application/smil") + b"\x8a" + text("<start>")),
            length(b"\xb3\x99" + text("<start>"))])
        if kind == b"\x84":
            kind = text("application/vnd.wap.multipart.related")
        return b"\x84" + kind + uintvar(len(parts)) + b"".join(parts)

    TABLE = {
        0x80: [0x05, 0x09, 0x17, 0x02, 0x01, 0x16, 0x0A, 0x08, 0x07, 0x0F, 0x14, 0x06, 0x10],
        0x81: [0x12, 0x13, 0x0B], 0x82: [0x09, 0x16, 0x0A, 0x0E, 0x08, 0x06, 0x0F, 0x03], 0x83: [0x15, 0x11],
        0x84: [0x0B, 0x05, 0x09, 0x17, 0x02, 0x16, 0x0A, 0x0F, 0x06, 0x10, 0x19, 0x1A], 0x85: [0x11],
        0x86: [0x0B, 0x17, 0x05, 0x15], 0x87: [0x0B, 0x17, 0x09, 0x05, 0x1B], 0x88: [0x0B, 0x09, 0x17, 0x05, 0x1B],
    }
    MUST = {0x80: {0x17}, 0x81: {0x12}, 0x82: {0x03}, 0x83: {0x15}, 0x86: {0x0B, 0x15}, 0x87: {0x0B, 0x1B},
            0x88: {0x0B, 0x1B}}

    def pdu(self):
        kind = self.random.choice(list(self.TABLE))
        head = bytes([0x8C, kind, 0x98]) + text(self.token_text())
        head += bytes([0x8D, self.random.choice([0x90, 0x91, 0x92, 0x93])])
        numbers = [n for n in self.TABLE[kind] if n in self.MUST.get(kind, ()) or self.chance(0.7)]
        self.random.shuffle(numbers)
        head += b"".join(self.header(n) for n in numbers)
        return head + (self.body() if kind in (0x80, 0x84) else b"")
