"""The Berger tables by turning a ring of numbers, as a club player does it with cards; no arithmetic of rounds."""


def tables(size: int) -> list[list[tuple[int, int]]]:
    """All rounds for an even number of places, (White, Black) in the printed order."""
    ring = list(range(1, size))
    rounds = []
    for number in range(1, size):
        first, others = ring[0], ring[1:]
        boards = [(first, size) if number % 2 else (size, first)]
        boards += [(others[i], others[-1 - i]) for i in range(len(others) // 2)]
        rounds.append(boards)
        ring = ring[size // 2 :] + ring[: size // 2]
    return rounds
