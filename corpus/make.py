"""Fights the games of corpus/games.tsv anew and keeps each as a finished game in its compact form.

Usage: python3 corpus/make.py PATH-TO-LONGROLL [RULEBOOK ...]
"""

import csv
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def games():
    with open(HERE / "games.tsv", encoding="utf-8") as lines:
        yield from csv.DictReader(lines, delimiter="\t")


def fight(program, game, scratch):
    """One game, fought by its generals and turned into its compact form."""
    name = f"{game['battle']}-{game['union']}-{game['confederate']}-{game['seed']}.longroll"
    text = scratch / f"{game['rulebook']}-{name}"
    command = [program, "play", game["battle"], "--rulebook", game["rulebook"], "--seed", game["seed"]]
    command += ["--union", game["union"], "--confederate", game["confederate"], "--save", str(text), "--json"]
    for switch in game["switches"].split():
        command += ["--switch", switch]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    folder = HERE / game["rulebook"]
    folder.mkdir(exist_ok=True)
    kept = folder / name
    kept.unlink(missing_ok=True)
    subprocess.run([program, "game", "convert", str(text), str(kept)], check=True, stdout=subprocess.DEVNULL)
    return kept


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    wanted = sys.argv[2:]
    with tempfile.TemporaryDirectory() as scratch:
        for game in games():
            if wanted and game["rulebook"] not in wanted:
                continue
            kept = fight(program, game, pathlib.Path(scratch))
            print(f"{kept.relative_to(HERE)}: {kept.stat().st_size} bytes")


if __name__ == "__main__":
    main()
