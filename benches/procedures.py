"""Shows how long the exact odds of every procedure take, and fails when one takes over ten milliseconds.

    python3 benches/procedures.py --ours target/bench/dist/bench [--seconds 0.02]

A procedure is shown by its slowest example. The time includes reading the situation and writing the answer as JSON: it is
what a page waits for.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

MUST_NS, AIM_NS = 10_000_000, 100_000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ours", type=Path, required=True, help="the built bench binary")
    parser.add_argument("--seconds", type=float, default=0.02, help="time for each example")
    options = parser.parse_args()
    command = [str(options.ours), "--procedures", "--seconds", str(options.seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    slowest, examples = {}, [json.loads(line) for line in done.stdout.splitlines()]
    for example in examples:
        key = (example["rulebook"], example["procedure"])
        if key not in slowest or example["best_ns"] > slowest[key]["best_ns"]:
            slowest[key] = example
    print(f"{'rulebook':20}{'procedure':26}{'slowest':>12}{'columns':>9}{'outcomes':>10}  example")
    for (rulebook, procedure), odds in slowest.items():
        late = "  TOO SLOW" if odds["best_ns"] > MUST_NS else ""
        numbers = f"{odds['best_ns'] / 1000:>9.1f} us{odds['columns']:>9}{odds['outcomes']:>10}"
        print(f"{rulebook:20}{procedure:26}{numbers}  {odds['example']}{late}")
    within = sum(odds["best_ns"] <= MUST_NS for odds in slowest.values())
    quick = sum(odds["best_ns"] <= AIM_NS for odds in slowest.values())
    print(f"\n{len(slowest)} procedures, {len(examples)} examples: {within} within 10 ms, {quick} within 100 us")
    return int(within < len(slowest))


if __name__ == "__main__":
    sys.exit(main())
