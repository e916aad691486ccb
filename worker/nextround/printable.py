"""Text of events and reports on its way to a terminal or to a log for people."""


def printable(text: str) -> str:
    """Write what a terminal might obey, or show in another order, as its JSON escape; line ends and tabs stay.

    That is every character that is no letter, mark, number, sign or blank: controls, escape sequences, marks of
    direction, halves of characters. A JSON text keeps its meaning, for there they stand in strings alone.
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character in "\n\t" else _escaped(character) for character in text
    )


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))
