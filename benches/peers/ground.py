"""Sight and movement on the frozen ground: our bench beside hexx, pathfinding and parry2d, and what the two came to.

The peers are the program of benches/peers/geometry. Both read the same frozen job, and are measured part by part: the sum of
the best times of parts that each take well under a millisecond.
"""

# Our job: its title, the peer's job, and the ratios that must be reached and that we aim at. They change only with the job.
JOBS = {
    "hex-sight-8": ("hex sight, up to 8 hexes", "hex-sight-8", 1, 2),
    "hex-sight-20": ("hex sight, up to 20 hexes", "hex-sight-20", 1, 2),
    "hex-sight-100": ("hex sight, whole map", "hex-sight-100", 1, 2),
    "hex-table-8": ("hex sight looked up, up to 8", "hex-sight-8", 10, 30),
    "hex-table-20": ("hex sight looked up, up to 20", "hex-sight-20", 10, 30),
    "hex-way": ("cheapest way over 100 x 100 hexes", "hex-way", 2, 4),
    "hex-reach-6": ("reach with 6 points", "hex-reach-6", 3, 4.5),
    "hex-reach-12": ("reach with 12 points", "hex-reach-12", 3, 4.5),
    "table-sight": ("sight among 200 stands", "table-sight", 1, 2),
    "table-overlap": ("overlap of two stands", "table-overlap", 5, 15),
}
# Seconds for the whole table of sight over 20 hexes: what is allowed, and what we aim at.
BUILD_JOB, BUILD_MUST, BUILD_GOAL = "hex-table-build", 1.5, 0.5


def differs(ours, peer):
    """What is wrong with the answers, or nothing.

    The peer finds its line of hexes by rounding points on it. Where such a point lies on a hexside it takes either hex, so
    what it sees is only bounded: our bench works out both bounds exactly, and asserts that its own line, which also counts
    hexes that are merely clipped, sees nothing through them.
    """
    if "least" not in ours:
        return "" if ours == peer else "the answers differ"
    least, most, seen = (int(letters, 16) for letters in (ours["least"], ours["most"], peer["seen"]))
    wrong = (least & ~seen) | (seen & ~most)
    return f"{wrong.bit_count()} pairs are ruled otherwise" if wrong else ""


def rows(ours, peer, readable, verdict):
    """A row for each job, and whether something that must be reached is missed."""
    for job, (title, peer_job, must, goal) in JOBS.items():
        runs = ours[job]["counts"]["runs"]
        ratio = peer[peer_job]["best_ns"] / ours[job]["best_ns"]
        wrong = differs(ours[job]["answer"], peer[peer_job]["answer"])
        said = f"ANSWERS DIFFER: {wrong}" if wrong else verdict(ratio, must, goal)
        times = (readable(ours[job]["best_ns"] / runs), readable(peer[peer_job]["best_ns"] / runs))
        named = f"{title} ({peer[peer_job]['peer']})"
        yield (named, *times, f"{ratio:.1f}x", f"{must}x", f"{goal}x", said), bool(wrong) or ratio < must
    seconds = ours[BUILD_JOB]["best_ns"] / 1e9
    limits = (f"<={BUILD_MUST} s", f"<={BUILD_GOAL} s")
    said = verdict(-seconds, -BUILD_MUST, -BUILD_GOAL)
    yield ("table of hex sight, range 20", f"{seconds:.2f} s", "", "", *limits, said), seconds > BUILD_MUST
