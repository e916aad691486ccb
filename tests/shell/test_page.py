"""What the page shows of a text that somebody sent."""

from nextround.operations import page


def test_controls_and_marks_of_direction_are_shown_as_escapes_and_markup_as_text():
    shown = page.remark("title", "a\x00b\x1b[31mc\x85d\u202ee<b>f").decode()
    assert r"a\u0000b\u001b[31mc\u0085d\u202ee&lt;b&gt;f" in shown


def test_names_of_every_alphabet_stay_as_they_are():
    shown = page.remark("title", "Ünal & Šimić, 王").decode()
    assert "Ünal &amp; Šimić, 王" in shown
