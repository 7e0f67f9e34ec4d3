"""The exact-odds jobs A and B as icepool does them best, timed, with every outcome as a fraction.

The two job functions are frozen: a ratio means nothing once the job has changed. New jobs go beside them.
Prints one JSON object. Run it with a Python that has icepool; `run.py` sees to that.

    python jobs.py [--seconds 2] [--job a] [--job b]
"""

import argparse
import json
import platform
import time

import icepool
from icepool import d6
from icepool import map as imap

F = [0] * 5 + [1] * 3 + [2] * 2 + [3] * 2 + [4] * 8


def hits(t):
    return F[max(0, min(19, t))]


def morale(t):
    return "hold" if t >= 4 else "disorder" if t >= 2 else "retreat"


def charge(d):
    return "through" if d >= 3 else "back" if d >= 1 else "stand" if d == 0 else "repulse" if d >= -2 else "rout"


def job_a():
    """Fire, morale, charge: one chain."""
    h, diff = (2 @ d6).map(lambda t: hits(t + 1)), d6 - d6
    m = imap(lambda h, r: (h, morale(r + 2 - h)), h, d6)
    return imap(
        lambda s, d: (*s, "none") if s[1] == "retreat" else (*s, charge(d + 1 + (s[1] == "disorder"))),
        m,
        diff,
        star=False,
    )


def job_b():
    """A volley of six, then morale, then up to three rounds."""
    h, diff = 6 @ (2 @ d6).map(lambda t: hits(t + 1)), d6 - d6
    s = imap(lambda h, r: (h, 0 if r - h >= -6 else 1 if r - h >= -12 else 2), h, 2 @ d6)
    s = s.map(lambda h, m: (h, m, "none" if m == 2 else "stand"))

    def step(s, d):
        return s if s[1] == 2 or s[2] != "stand" else (s[0], s[1], charge(d + 1 + (s[1] == 1)))

    for _ in range(3):
        s = imap(step, s, diff, star=False)
    return s


JOBS = {"a": job_a, "b": job_b}


def best_cpu_ns(job, seconds):
    """The best CPU time of one call, out of as many calls as fit into `seconds` of CPU time."""
    best, calls, end = None, 0, time.process_time() + seconds
    while calls < 3 or time.process_time() < end:
        start = time.process_time_ns()
        job()
        took = time.process_time_ns() - start
        best = took if best is None else min(best, took)
        calls += 1
    return best, calls


def answer(job):
    """Every outcome, its parts joined by blanks, with its chance as a reduced fraction."""
    odds = job()
    fractions = {" ".join(map(str, outcome)): odds.probability(outcome) for outcome in odds.outcomes()}
    assert sum(fractions.values()) == 1, "the outcomes do not add up to one"
    return {label: f"{chance.numerator}/{chance.denominator}" for label, chance in sorted(fractions.items())}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time to spend on each job")
    parser.add_argument("--job", action="append", choices=sorted(JOBS), help="only this job; may be repeated")
    options = parser.parse_args()
    results = []
    for name in options.job or sorted(JOBS):
        result = {"job": name, "answer": answer(JOBS[name])}
        result["best_ns"], result["calls"] = best_cpu_ns(JOBS[name], options.seconds)
        results.append(result)
    versions = {"icepool": icepool.__version__, "python": platform.python_version()}
    print(json.dumps({"versions": versions, "jobs": results}))


if __name__ == "__main__":
    main()
