"""`python -m schemas` writes the documents of the contract into `schemas/v1`."""

from schemas.generate import TARGET, files

TARGET.mkdir(exist_ok=True)
for name, text in files().items():
    (TARGET / name).write_text(text, encoding="utf-8")
