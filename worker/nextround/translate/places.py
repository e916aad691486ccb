"""Where in an event the record of a player in a round stands."""

from nextround_schemas import RoundFinished

from nextround.core.tournament import PairingNumber


def place_of(event: RoundFinished, round_number: int, tpn: PairingNumber) -> str:
    """Point to the game, match or bye, from `data` on; to the report where the rounds stand in one."""
    if event.trf is not None:
        return "/trf"
    player = next(player.id for player in event.players if player.tpn == tpn)
    for index, recorded in enumerate(event.rounds):
        if recorded.round == round_number:
            whom: dict[str, list[tuple[str, ...]]] = {
                "games": [(game.white, game.black) for game in recorded.games],
                "matches": [(match.white, match.black) for match in recorded.matches],
                "byes": [(bye.player,) for bye in recorded.byes],
            }
            found = (f"/{key}/{at}" for key, those in whom.items() for at, who in enumerate(those) if player in who)
            return f"/rounds/{index}{next(found, '')}"
    return "/rounds"
