import pytest
from nextround.core.tournament import format_points, parse_points


@pytest.mark.parametrize(("tenths", "text"), [(0, "0.0"), (5, "0.5"), (115, "11.5"), (-5, "-0.5"), (33, "3.3")])
def test_points_are_written_and_read_without_loss(tenths: int, text: str):
    assert format_points(tenths) == text
    assert parse_points(text) == tenths


@pytest.mark.parametrize("text", ["", "½", "1.25", "1,5", "one", "1.", ".5"])
def test_what_is_no_number_of_points_is_refused(text: str):
    with pytest.raises(ValueError, match="no number of points"):
        parse_points(text)
