"""Times tshark over the PDUs of standard input, one a line in hexadecimal digits, and prints the ratio to the argument."""
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Tests/Differential/mms"))
import compare  # noqa: E402


def measure(path):
    """The shortest of five readings, in seconds: what disturbs one only ever lengthens it."""
    times = []
    for _ in range(5):
        start = time.monotonic()
        subprocess.run(["tshark", "-n", "-r", path, "-T", "fields", "-e", "mmse.message_type"] + compare.INNER,
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(time.monotonic() - start)
    return min(times)


def main():
    ours = int(sys.argv[1])
    pdus = [bytes.fromhex(line) for line in sys.stdin.read().split()]
    # tshark takes most of a second to start, so a capture must take longer.
    pdus *= max(1, 40_000 // len(pdus))
    with tempfile.TemporaryDirectory() as folder:
        full, empty = os.path.join(folder, "full"), os.path.join(folder, "empty")
        compare.capture(full, pdus)
        compare.capture(empty, [])
        theirs = (measure(full) - measure(empty)) / len(pdus) * 1e9
    print(f"tshark   {theirs:.0f} ns a PDU, {theirs / ours:.1f} times ours")


if __name__ == "__main__":
    main()
