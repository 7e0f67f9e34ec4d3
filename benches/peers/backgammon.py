"""OpenSpiel's backgammon, played at random in its own C++: the peer of whole battles.

    python3 benches/peers/backgammon.py [--seconds 1]

Prints one line of JSON: games a CPU-second, and the steps of a game.
"""

import argparse
import json
import random
import time
from importlib.metadata import version

import pyspiel

# Roll-outs that one search makes from the opening position, and how many it makes from each of them.
SIMULATIONS, ROLLOUTS = 10, 20


def steps_of_a_game(game, games=20):
    """How many moves and throws a random game has."""
    chooser, steps = random.Random(1863), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes())
                state.apply_action(chooser.choices(actions, weights)[0])
            else:
                state.apply_action(chooser.choice(state.legal_actions()))
            steps += 1
    return steps / games


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    game = pyspiel.load_game("backgammon")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    best, spent = 0.0, 0.0
    while spent < options.seconds:
        # LIMIT: the search is capped in memory, which these few simulations never reach.
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 7), 2.0, SIMULATIONS, 100, False, 42, False)
        begun = time.process_time()
        bot.step(state)
        took = time.process_time() - begun
        spent += took
        best = max(best, SIMULATIONS * ROLLOUTS / took)
    print(json.dumps({"games_a_second": best, "steps": steps_of_a_game(game), "open_spiel": version("open_spiel")}))


if __name__ == "__main__":
    main()
