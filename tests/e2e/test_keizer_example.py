"""The worked plugin, installed, behind a real broker in a real worker: a club's season in which all meet again."""

import shutil
from itertools import pairwise

from tests.plugins import KEIZER, install


def test_a_season_of_rematches_comes_through_the_broker(stage, tmp_path):
    source = shutil.copytree(KEIZER, tmp_path / "source", ignore=shutil.ignore_patterns("__pycache__"))
    stage.worker(PYTHONPATH=str(install(source, tmp_path / "installed")))
    names = ("ann", "bob", "cid")
    recorded = []
    met, byes = [], []
    for number in range(1, 8):
        stage.send(
            {
                "specversion": "1.0",
                "id": f"season/{number}",
                "source": "/club",
                "type": "io.nextround.round.finished.v1",
                "data": {
                    "tournament": {"id": "season", "number_of_rounds": 7, "initial_colour": "white"},
                    "pairing": {"system": "keizer", "options": {"gap": 1}},
                    "round": number,
                    "revision": 1,
                    "players": [{"id": name, "tpn": tpn} for tpn, name in enumerate(names, 1)],
                    "rounds": recorded,
                },
            }
        )
        data = stage.wait(number)[-1]["data"]
        assert (data["round"], data["system"]) == (number, "keizer"), data
        (board,) = data["boards"]
        white, black, bye = board["white"]["id"], board["black"]["id"], data["pab"]["player"]["id"]
        met.append({white, black})
        byes.append(bye)
        recorded.append(
            {
                "round": number,
                "games": [{"white": white, "black": black, "result": "1/2-1/2"}],
                "byes": [{"player": bye, "kind": "pab"}],
            }
        )
    # Three players: who meet have just not met, and in every three rounds each has the bye once.
    assert all(one != other for one, other in pairwise(met))
    assert sorted(byes[:3]) == sorted(byes[3:6]) == sorted(names)
