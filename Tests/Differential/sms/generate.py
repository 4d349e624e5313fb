"""Short messages made at random from a seed: legal ones, odd ones and broken ones, one hex PDU a line.

usage: generate.py COUNT SEED -> lines of "mt HEX" or "mo HEX", the SMSC field in front
"""
import random
import sys

DEFAULT = (
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿"
    "abcdefghijklmnopqrstuvwxyzäöñüà"
)
EXTENSION = [0x0A, 0x14, 0x28, 0x29, 0x2F, 0x3C, 0x3D, 0x3E, 0x40, 0x65]


def pack(septets, fill=0):
    bits, count, out = 0, fill, bytearray()
    for septet in septets:
        bits |= septet << count
        count += 7
        while count >= 8:
            out.append(bits & 0xFF)
            bits >>= 8
            count -= 8
    if count:
        out.append(bits & 0xFF)
    return bytes(out)


def semi(digits):
    if len(digits) % 2:
        digits += "f"
    return bytes(int(digits[i + 1] + digits[i], 16) for i in range(0, len(digits), 2))


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def septets(self, count):
        kind = self.r.random()
        if kind < 0.6:
            return [self.r.choice(b"etaoin shrdlu,.0123456789ETAOIN") for _ in range(count)]
        out = []
        while len(out) < count:
            if self.r.random() < 0.08 and len(out) + 2 <= count:
                out += [0x1B, self.r.choice(EXTENSION) if self.r.random() < 0.7 else self.r.randrange(128)]
            else:
                septet = self.r.randrange(128)
                out.append(septet if septet != 0x1B else 0x41)
        return out

    def address(self, alphanumeric=True):
        roll = self.r.random()
        if alphanumeric and roll < 0.2:
            septets = [self.r.choice(b"ABCDEFGHIJabcdefghij0123 -&") for _ in range(self.r.randint(1, 11))]
            length = (len(septets) * 7 + 3) // 4
            return bytes([length, 0xD0]) + pack(septets)
        digits = "".join(self.r.choice("0123456789") for _ in range(self.r.randint(1, 15)))
        if roll < 0.3:
            digits = "".join(self.r.choice("0123456789abcde") for _ in range(self.r.randint(1, 20)))
        toa = self.r.choice([0x91, 0x81, 0x91, 0x81, 0xA1, 0xB1, 0xC1, 0xE1, 0xF1, 0xC9, 0x80])
        return bytes([len(digits), toa]) + semi(digits)

    def smsc(self):
        if self.r.random() < 0.2:
            return b"\0"
        digits = "".join(self.r.choice("0123456789") for _ in range(self.r.randint(6, 14)))
        body = bytes([self.r.choice([0x91, 0x91, 0x81])]) + semi(digits)
        return bytes([len(body)]) + body

    def time(self):
        if self.r.random() < 0.03:
            return bytes(self.r.randrange(256) for _ in range(7))
        fields = [self.r.randint(0, 60), self.r.randint(1, 12), self.r.randint(1, 28), self.r.randint(0, 23),
                  self.r.randint(0, 59), self.r.randint(0, 59)]
        zone = self.r.randint(0, 56)
        out = bytearray(semi("%02d" % f)[0] for f in fields)
        last = semi("%02d" % zone)[0]
        if zone and self.r.random() < 0.4:
            last |= 0x08
        out.append(last)
        return bytes(out)

    def header(self):
        elements = b""
        for _ in range(self.r.randint(1, 2)):
            roll = self.r.random()
            total = self.r.randint(1, 5)
            part = self.r.randint(1, total)
            if roll < 0.35:
                elements += bytes([0, 3, self.r.randrange(256), total, part])
            elif roll < 0.5:
                elements += bytes([8, 4, self.r.randrange(256), self.r.randrange(256), total, part])
            elif roll < 0.65:
                elements += bytes([5, 4]) + bytes(self.r.randrange(256) for _ in range(4))
            elif roll < 0.7:
                elements += bytes([4, 2]) + bytes(self.r.randrange(256) for _ in range(2))
            elif roll < 0.8:
                elements += bytes([1, 2, self.r.choice([0x80, 0, 1, 2, 3, 0x87]), self.r.randrange(256)])
            elif roll < 0.86:
                elements += bytes([self.r.choice([0x24, 0x25]), 1, self.r.randint(1, 13)])
            else:
                size = self.r.randint(0, 6)
                elements += bytes([self.r.choice([0x70, 0x80, 0xA0, 0xE0]), size])
                elements += bytes(self.r.randrange(256) for _ in range(size))
        if self.r.random() < 0.06:
            elements = elements[:-1] if self.r.random() < 0.5 else elements + bytes([self.r.randrange(256)])
        return bytes([len(elements)]) + elements

    def coding(self):
        roll = self.r.random()
        if roll < 0.45:
            return 0x00
        if roll < 0.7:
            return 0x08
        if roll < 0.8:
            return self.r.choice([0x04, 0xF4, 0xF5, 0xF0, 0xF1, 0xF2, 0x10, 0x11, 0x18, 0x19, 0xC8, 0xD0, 0xE8])
        return self.r.randrange(256)

    @staticmethod
    def alphabet(dcs):
        group = dcs >> 4
        if group < 8:
            if dcs & 0x20:
                return "data"
            return ["gsm", "data", "ucs2", "gsm"][dcs >> 2 & 3]
        if group == 0xE:
            return "ucs2"
        if group == 0xF:
            return "data" if dcs & 4 else "gsm"
        return "gsm"

    def user_data(self, dcs, udhi):
        header = self.header() if udhi else b""
        alphabet = self.alphabet(dcs)
        if alphabet == "gsm":
            start = (len(header) * 8 + 6) // 7
            septets = self.septets(self.r.choice([self.r.randint(0, 160 - start), self.r.randint(0, 20), 160 - start]))
            return bytes([start + len(septets)]) + header + pack(septets, start * 7 - len(header) * 8)
        room = 140 - len(header)
        if alphabet == "ucs2":
            units = b""
            while len(units) < self.r.randint(0, room - 4):
                roll = self.r.random()
                if roll < 0.1:
                    units += chr(self.r.randint(0x1F300, 0x1F6FF)).encode("utf-16-be")
                elif roll < 0.5:
                    units += chr(self.r.randint(0x410, 0x44F)).encode("utf-16-be")
                else:
                    units += chr(self.r.choice([0x41, 0x20, 0x4F60, 0x5D0, 0x939])).encode("utf-16-be")
            return bytes([len(header) + len(units)]) + header + units
        data = bytes(self.r.randrange(256) for _ in range(self.r.randint(0, room)))
        return bytes([len(header) + len(data)]) + header + data

    def pdu(self):
        roll = self.r.random()
        udhi = self.r.random() < 0.35
        flags = self.r.choice([0, 0, 0x20, 0x80, 0xA0]) | (0x40 if udhi else 0)
        pid = 0 if self.r.random() < 0.7 else self.r.randrange(256)
        dcs = self.coding()
        if roll < 0.65:
            first = flags | self.r.choice([0x04, 0x00, 0x04, 0x0C])
            body = bytes([first]) + self.address() + bytes([pid, dcs]) + self.time() + self.user_data(dcs, udhi)
            direction = "mt"
        elif roll < 0.85:
            validity = self.r.choice([0x00, 0x10, 0x10, 0x18])
            vp = {0x00: b"", 0x10: bytes([self.r.randrange(256)]), 0x18: self.time()}[validity]
            body = bytes([flags | 0x01 | validity | self.r.choice([0, 4]), self.r.randrange(256)])
            body += self.address(False) + bytes([pid, dcs]) + vp + self.user_data(dcs, udhi)
            direction = "mo"
        else:
            body = bytes([self.r.choice([0x02, 0x06, 0x26]), self.r.randrange(256)]) + self.address(False)
            body += self.time() + self.time() + bytes([self.r.choice([0, 1, 0x20, 0x30, 0x41, 0x46, 0x60, self.r.randrange(256)])])
            direction = "mt"
        if self.r.random() < 0.04:
            body = body[: self.r.randint(1, len(body))]
        return direction, (self.smsc() + body).hex().upper()


def generate(count, seed):
    generator = Generator(seed)
    return [generator.pdu() for _ in range(count)]


if __name__ == "__main__":
    for direction, text in generate(int(sys.argv[1]), int(sys.argv[2])):
        print(direction, text)
