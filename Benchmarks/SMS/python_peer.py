"""Decodes the corpus with smspdudecoder and prints `strings CASE NANOSECONDS`."""
import io
import sys
import time

from smspdudecoder.fields import SMSDeliver, SMSSubmit

for line in sys.stdin:
    name, text = line.split()
    decoder = SMSSubmit if name.startswith("submit") else SMSDeliver
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter_ns()
        for _ in range(50):
            decoder.decode(io.StringIO(text))
        best = min(best, time.perf_counter_ns() - start)
    print("strings", name, best / 50)
