import os
import signal
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
os.environ.setdefault("PYTHONPATH", str(HERE.parent))
built = HERE.parent.parent / "target" / "debug" / "gridscope"
if built.exists():
    os.environ.setdefault("GRIDSCOPE_PROGRAM", str(built))


@pytest.fixture
def interruptions():
    """Lets an interruption raise KeyboardInterrupt. A shell starts what runs in the background with interruptions ignored."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, handler)
