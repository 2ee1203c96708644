import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
os.environ.setdefault("PYTHONPATH", str(HERE.parent))
built = HERE.parent.parent / "target" / "debug" / "gridscope"
if built.exists():
    os.environ.setdefault("GRIDSCOPE_PROGRAM", str(built))
