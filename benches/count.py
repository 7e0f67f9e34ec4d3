"""Counts the instructions of the measured jobs and compares them with the last count that was accepted.

    python3 benches/count.py --ours target/release/bench [--accept]

Time is noisy on a shared machine; instructions are not. Exits with 1 when a job needs over two per cent more than was
accepted, with 2 when valgrind is not there. A count belongs to one compiler: with another one the ratios are shown and
nothing fails. `--accept` writes the new counts down, to be committed together with the change that explains them.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ACCEPTED = Path(__file__).resolve().parent / "instructions.json"
ALLOWED = 1.02
# A job is counted with so many calls and with so many more: the difference is free of everything around the calls.
FEW, MANY = 3, 13
# Exact odds, rollouts, and replays.
JOBS = ("a", "a-unmerged", "b", "fire-silent", "fire-logged", "fire-kept", "fire-replayed", "charge-silent", "charge-replayed")


def instructions(ours, job, calls):
    with tempfile.TemporaryDirectory() as folder:
        tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out"]
        done = subprocess.run([*tool, str(ours), "--calls", str(calls), job], capture_output=True, text=True, check=False)
    counted = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not counted:
        sys.exit(f"job {job} cannot be counted:\n{done.stderr}")
    return int(counted.group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ours", type=Path, required=True, help="the built bench binary")
    parser.add_argument("--accept", action="store_true", help="write the new counts down")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        print("instructions are counted by valgrind, which is not installed", file=sys.stderr)
        return 2
    compiler = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    accepted = json.loads(ACCEPTED.read_text()) if ACCEPTED.exists() else {"compiler": None, "instructions": {}}
    counts, failed = {}, False
    for job in JOBS:
        counts[job] = (instructions(options.ours, job, MANY) - instructions(options.ours, job, FEW)) // (MANY - FEW)
        before = accepted["instructions"].get(job)
        ratio = counts[job] / before if before else 1.0
        grown = before is not None and ratio > ALLOWED
        failed |= grown
        print(f"{job:16} {counts[job]:>12,} instructions  {ratio:6.3f}x{'  GROWN' if grown else ''}", flush=True)
    if options.accept:
        ACCEPTED.write_text(json.dumps({"compiler": compiler, "instructions": counts}, indent=2) + "\n")
        return 0
    if accepted["compiler"] != compiler:
        print(f"accepted with {accepted['compiler']}, counted with {compiler}: shown only")
        return 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
