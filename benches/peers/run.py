"""Runs our bench and its peer alternately on one core, compares the answers, and prints the ratios.

    python3 benches/peers/run.py --ours target/bench/dist/bench --geometry target/peers-geometry/release/geometry-peers
        [--rounds 5] [--seconds 1] [--only odds|ground|battles]

The peer lives in a virtual environment under target/peers, made with the newest Python that is found. Exits with 1 when
an answer differs or a ratio misses what it must reach, with 2 when the peer cannot be had.

The rules of a real rulebook have no peer: there the same runs are compared silent, logged (every die, answer and event),
kept (every citation, cell and modifier too, as a ruling is shown to people) and replayed from the log.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import battles
import ground

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
VENV = ROOT / "target" / "peers"
ICEPOOL, OPEN_SPIEL = "2.2.2", "2.0.2"

# Ratios to the peer: what must be reached, and what we aim at. They change only together with the job.
JOBS = {
    "a": ("fire, morale, charge", 10, 50),
    "b": ("volley of six, morale, three rounds", 50, 150),
}
# What one run of a rule without a seam may cost in nanoseconds, and what we aim at.
LEAF_JOB, LEAF_MUST, LEAF_GOAL = "a-unmerged", 25, 10
# Families of rollouts, each in four ways: their title, and the silent rollouts a second we aim at.
WAYS = ("silent", "logged", "kept", "replayed")
FAMILIES = {
    "fire": ("fire of a regiment", 20e6),
    "charge": ("a whole charge", None),
}
# The time of a logged run to that of a silent one, and the speed of a replayed one to that of a silent one. A kept run is one
# ruling that people read: its cost is shown, and nothing hangs on it.
LOGGED_MUST, LOGGED_GOAL = 1.25, 1.1
REPLAYED_MUST, REPLAYED_GOAL = 1.0, 1.3
# The ways of a family take so many turns in a round, so that a busy moment of the machine strikes all of them.
TURNS = 4


def pythons():
    """Every Python 3.10 and later that runs, newest first."""
    managed = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = {}
    for minor in range(20, 9, -1):
        name = f"python3.{minor}"
        candidates = [shutil.which(name), *sorted(map(str, managed.glob(f"3.{minor}.*/bin/{name}")), reverse=True)]
        for path in filter(None, candidates):
            # A shim of a version manager may exist and yet refuse to run.
            if runs([path, "-c", "import venv, ensurepip"]):
                found.setdefault(minor, path)
    return [*found.values(), sys.executable]


def runs(command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0


def peer_python():
    """A Python with the peers: the wanted versions where they can be had, else the newest there are."""
    python = VENV / "bin" / "python"
    if python.exists() and runs([python, "-c", "import icepool, pyspiel"]):
        return python
    for wanted in ((f"icepool=={ICEPOOL}", f"open_spiel=={OPEN_SPIEL}"), ("icepool", "open_spiel")):
        for base in pythons():
            shutil.rmtree(VENV, ignore_errors=True)
            if runs([base, "-m", "venv", VENV]) and runs([python, "-m", "pip", "install", "--quiet", *wanted]):
                return python
    return None


def pinned(command):
    """The command on the second core, or on the only one."""
    if not shutil.which("taskset"):
        return command
    core = max(os.sched_getaffinity(0))
    return ["taskset", "-c", str(core), *command]


def lines_of(command):
    done = subprocess.run(pinned(command), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def measure(ours, python, rounds, seconds):
    """Both sides in turn, the best of all rounds of each."""
    best_ours, best_peer, versions = {}, {}, {}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        for result in lines_of([str(ours), "--seconds", str(seconds), *JOBS, LEAF_JOB]):
            keep_best(best_ours, result)
        for _ in range(TURNS):
            for result in lines_of([str(ours), "--seconds", str(seconds / TURNS), *family_jobs()]):
                keep_best(best_ours, result)
        [peer] = lines_of([str(python), str(HERE / "jobs.py"), "--seconds", str(seconds)])
        versions = peer["versions"]
        for result in peer["jobs"]:
            keep_best(best_peer, result)
    return best_ours, best_peer, versions


def measure_ground(ours, geometry, rounds, seconds):
    """Both sides in turn, the best of all rounds of each."""
    best_ours, best_peer = {}, {}
    for number in range(rounds):
        print(f"ground, round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        for result in lines_of([str(ours), "--seconds", str(seconds / 2), *ground.JOBS, ground.BUILD_JOB]):
            keep_best(best_ours, result)
        for result in lines_of([str(geometry), "--seconds", str(seconds / 2)]):
            keep_best(best_peer, result)
    return best_ours, best_peer


def measure_battles(ours, python, rounds, seconds):
    """Both sides in turn, the best of all rounds of each."""
    best_ours, best_peer = {}, {}
    for number in range(rounds):
        print(f"battles, round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        for result in lines_of([str(ours), "--seconds", str(seconds), *battles.JOBS]):
            keep_best(best_ours, result)
        [peer] = lines_of([str(python), str(HERE / "backgammon.py"), "--seconds", str(seconds)])
        if peer["games_a_second"] > best_peer.get("games_a_second", 0):
            best_peer = peer
    return best_ours, best_peer


def family_jobs():
    return [f"{family}-{way}" for family in FAMILIES for way in WAYS]


def keep_best(best, result):
    known = best.get(result["job"])
    if known and known["answer"] != result["answer"]:
        sys.exit(f"job {result['job']}: two rounds came to different answers")
    if known is None or result["best_ns"] < known["best_ns"]:
        best[result["job"]] = result


def differences(ours, peer):
    """Every outcome that the two sides do not give the same chance."""
    ours, peer = ({label: Fraction(chance) for label, chance in side["answer"].items()} for side in (ours, peer))
    for label in sorted(ours.keys() | peer.keys()):
        if ours.get(label) != peer.get(label):
            yield f"{label}: ours {ours.get(label)}, peer {peer.get(label)}"


def family_rows(family, ours):
    """The rows of one family, and whether something that must be reached is missed."""
    title, aim = FAMILIES[family]
    jobs = {way: ours[f"{family}-{way}"] for way in WAYS}
    times = {way: job["best_ns"] / job["counts"]["runs"] for way, job in jobs.items()}
    a_second = 1e9 / times["silent"]
    # LIMIT: a figure of this machine, not a ratio: shown, and never a reason to fail.
    said = "" if aim is None else "goal met" if a_second >= aim else "short of the goal"
    goal = "" if aim is None else f"{aim / 1e6:.0f} M/s"
    yield (title, readable(times["silent"]), "", f"{a_second / 1e6:.1f} M/s", "", goal, said), False

    for way, said_of_it in (("logged", "logged"), ("kept", "with every citation")):
        same = jobs["silent"]["answer"] == jobs[way]["answer"]
        heavier = times[way] / times["silent"]
        held = way == "logged"
        said = "ANSWERS DIFFER" if not same else verdict(-heavier, -LOGGED_MUST, -LOGGED_GOAL) if held else ""
        limits = (f"<={LOGGED_MUST}x", f"<={LOGGED_GOAL}x") if held else ("", "")
        row = (f"{title}, {said_of_it}", readable(times[way]), "", f"{heavier:.2f}x", *limits, said)
        yield row, not same or (held and heavier > LOGGED_MUST)
    same = jobs["silent"]["answer"] == jobs["replayed"]["answer"]
    faster = times["silent"] / times["replayed"]
    said = verdict(faster, REPLAYED_MUST, REPLAYED_GOAL) if same else "ANSWERS DIFFER"
    limits = (f"{REPLAYED_MUST}x", f"{REPLAYED_GOAL}x")
    row = (f"{title}, replayed", readable(times["replayed"]), "", f"{faster:.2f}x", *limits, said)
    yield row, not same or faster < REPLAYED_MUST


def readable(nanoseconds):
    for unit, size in (("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.2f} {unit}"
    return f"{nanoseconds:.1f} ns"


def verdict(reached, must, goal):
    return "goal met" if reached >= goal else "must met" if reached >= must else "MISSED"


def odds_rows(ours, peer):
    """The rows of exact odds and of rollouts, and whether something that must be reached is missed."""
    for job, (title, must, goal) in JOBS.items():
        wrong = list(differences(ours[job], peer[job]))
        ratio = peer[job]["best_ns"] / ours[job]["best_ns"]
        said = "ANSWERS DIFFER" if wrong else verdict(ratio, must, goal)
        for line in wrong:
            print(f"job {job}: {line}", file=sys.stderr)
        times = (readable(ours[job]["best_ns"]), readable(peer[job]["best_ns"]))
        yield (f"{job.upper()}: {title}", *times, f"{ratio:.0f}x", f"{must}x", f"{goal}x", said), bool(wrong) or ratio < must
    leaf = ours[LEAF_JOB]["best_ns"] / ours[LEAF_JOB]["counts"]["runs"]
    said = verdict(-leaf, -LEAF_MUST, -LEAF_GOAL)
    yield ("one run without a seam", readable(leaf), "", "", f"{LEAF_MUST} ns", f"{LEAF_GOAL} ns", said), False
    for family in FAMILIES:
        yield from family_rows(family, ours)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ours", type=Path, required=True, help="the built bench binary")
    parser.add_argument("--geometry", type=Path, required=True, help="the built peers of the ground")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each job in each round")
    parser.add_argument("--only", choices=("odds", "ground", "battles"), help="leave out the others")
    options = parser.parse_args()

    rows, failed, notes = [("job", "ours", "peer", "ratio", "must", "goal", "verdict")], False, []
    python = peer_python() if options.only != "ground" else None
    if python is None and options.only != "ground":
        print("the peers cannot be installed here: is there a network, and Python 3.10 or later?", file=sys.stderr)
        return 2
    if options.only in (None, "odds"):
        ours, peer, versions = measure(options.ours, python, options.rounds, options.seconds)
        for row, missed in odds_rows(ours, peer):
            rows.append(row)
            failed |= missed
        outcomes = sum(len(ours[job]["answer"]) for job in JOBS)
        notes.append(f"{outcomes} fractions compared, and {len(FAMILIES)} checksums four ways. ")
        notes.append(f"icepool {versions['icepool']} on Python {versions['python']};\n")
    if options.only in (None, "ground"):
        ours, peer = measure_ground(options.ours, options.geometry, options.rounds, options.seconds)
        for row, missed in ground.rows(ours, peer, readable, verdict):
            rows.append(row)
            failed |= missed
        notes.append(f"{len(ground.JOBS)} jobs of the ground compared, seed 1863;\n")

    if options.only in (None, "battles"):
        ours, peer = measure_battles(options.ours, python, options.rounds, options.seconds)
        for row, missed in battles.rows(ours, peer, readable, verdict):
            rows.append(row)
            failed |= missed
        notes.append(f"OpenSpiel {peer['open_spiel']}, {peer['steps']:.0f} steps a game of backgammon;\n")

    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    load = " ".join(f"{load:.2f}" for load in os.getloadavg())
    print("\n" + "".join(notes) + f"best of {options.rounds} alternating rounds; load {load}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
