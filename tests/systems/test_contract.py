"""The built-in systems, those that are installed, and the plugin of the examples, held to the contract."""

import nextround_keizer
from nextround.plugin.testing import contracts_of, pytest_generate_tests  # noqa: F401 - the hook, for this module
from nextround.plugin.testing.contract import *  # noqa: F403
from nextround.registry import registry

CONTRACTS = contracts_of([*registry().systems.values(), nextround_keizer.ENTRY])
