"""Certificates for tests, made on the spot."""

import shutil
import subprocess

import pytest


def self_signed(directory, *names):
    """Make a certificate for the names (`DNS:…`, `IP:…`) that signed itself; return it with its key, and alone."""
    if not shutil.which("openssl"):
        pytest.skip("the program openssl is not installed")
    key, alone, both = (directory / name for name in ("key.pem", "ca.pem", "both.pem"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=broker",
         "-addext", f"subjectAltName={','.join(names)}", "-keyout", key, "-out", alone],
        check=True, capture_output=True,
    )  # fmt: skip
    both.write_text(key.read_text() + alone.read_text())
    return both, alone
