"""Makes the wheel for a browser's Python: browser_wheel.py ENGINE.wasm FOLDER

It has the package of the other wheels. In place of the program for one system it has the engine, which `scripts/web engine`
builds. pip takes it only where there is no wheel for the system, and Pyodide always. The same files give the same bytes.
maturin writes what the wheel says of itself.
"""

import base64
import hashlib
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ENGINE = "gridscope/engine.wasm"


def without_names(wasm: bytes) -> bytes:
    """Returns a program of WebAssembly without its custom sections: names, and what the linker wrote down."""
    kept, at = wasm[:8], 8
    while at < len(wasm):
        begin, size, shift = at, 0, 0
        at += 1
        while True:
            byte = wasm[at]
            size |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                break
        at += size
        if wasm[begin] != 0:
            kept += wasm[begin:at]
    return kept


def describe(folder: str) -> Path:
    """Returns the folder with what the wheel says of itself."""
    command = ["maturin", "pep517", "write-dist-info", "--metadata-directory", folder, "--interpreter", sys.executable]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return next(Path(folder).glob("*.dist-info"))


def main(engine: str, folder: str) -> None:
    package = Path(__file__).resolve().parent.parent / "python" / "gridscope"
    files = {f"gridscope/{file.name}": file.read_bytes() for file in package.glob("*.py*") if file.is_file()}
    with tempfile.TemporaryDirectory() as temporary:
        described = describe(temporary)
        info = described.name
        for file in described.rglob("*"):
            if file.is_file():
                files[f"{info}/{file.relative_to(described).as_posix()}"] = file.read_bytes()
    lines = files[f"{info}/WHEEL"].decode().splitlines()
    lines = [line for line in lines if line and not line.startswith(("Tag:", "Root-Is-Purelib:"))]
    files[f"{info}/WHEEL"] = "\n".join([*lines, "Root-Is-Purelib: true", "Tag: py3-none-any", ""]).encode()
    files[ENGINE] = without_names(Path(engine).read_bytes())

    def digest(content: bytes) -> str:
        return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()

    record = [f"{path},sha256={digest(content)},{len(content)}" for path, content in sorted(files.items())]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    out = Path(folder) / f"{info[: -len('.dist-info')]}-py3-none-any.whl"
    date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]
    with zipfile.ZipFile(out, "w") as wheel:
        for path in sorted(files, key=lambda path: (path.startswith(info), path)):
            item = zipfile.ZipInfo(path, date)
            item.external_attr, item.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            wheel.writestr(item, files[path], compresslevel=9)
    print(f"{out.name}: {out.stat().st_size} bytes, with an engine of {len(files[ENGINE])} bytes")


main(*sys.argv[1:])
