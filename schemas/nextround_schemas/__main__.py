"""`python -m nextround_schemas` writes the documents of the contract into `schemas/nextround_schemas/v1`."""

from nextround_schemas.generate import TARGET, files

TARGET.mkdir(exist_ok=True)
for name, text in files().items():
    (TARGET / name).write_text(text, encoding="utf-8")
