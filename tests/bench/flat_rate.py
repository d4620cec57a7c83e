"""A flat-rate calculator of two stores, as such calculators are written: storage, requests and tiered egress, nothing else.

Reads one JSON object a line ({storedGb, puts, gets, egressGb}) from standard input and prints one JSON object: for each round,
the seconds that pricing every line on both stores took, and a checksum of the totals. Reading and parsing are not timed.
"""

import json
import sys
import time

STORES = {
    "hot": {
        "storage_per_gb": 0.11,
        "put_per_1000": 0.00113,
        "get_per_1000": 0.00003,
        "egress": [(100, 0.0), (10240, 0.09), (51200, 0.085), (153600, 0.07), (float("inf"), 0.05)],
    },
    "cold": {
        "storage_per_gb": 0.015,
        "put_per_1000": 0.0045,
        "get_per_1000": 0.00036,
        "egress": [(float("inf"), 0.0)],
    },
}


def egress_cost(gb, tiers):
    cost = 0.0
    start = 0.0
    for up_to, price in tiers:
        if gb <= start:
            break
        cost += (min(gb, up_to) - start) * price
        start = up_to
    return cost


def monthly_cost(usage, store):
    storage = usage["storedGb"] * store["storage_per_gb"]
    requests = usage["puts"] / 1000 * store["put_per_1000"] + usage["gets"] / 1000 * store["get_per_1000"]
    return storage + requests + egress_cost(usage["egressGb"], store["egress"])


def compare(usage):
    hot = monthly_cost(usage, STORES["hot"])
    cold = monthly_cost(usage, STORES["cold"])
    return hot, cold


def main():
    rounds = int(sys.argv[1])
    usages = [json.loads(line) for line in sys.stdin if line.strip()]
    seconds = []
    checksum = 0.0
    for _ in range(rounds):
        started = time.perf_counter()
        for usage in usages:
            hot, cold = compare(usage)
            checksum += hot + cold
        seconds.append(time.perf_counter() - started)
    print(json.dumps({"seconds": seconds, "usages": len(usages), "checksum": checksum}))


if __name__ == "__main__":
    main()
